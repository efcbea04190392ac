package main

import (
	"io"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma"
	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/internal/textio"
)

// color reports whether standard output takes ANSI colours: NO_COLOR forbids
// them, FORCE_COLOR demands them, else a terminal that is not dumb has them.
func (e *env) color() bool {
	switch {
	case e.getenv("NO_COLOR") != "":
		return false
	case e.getenv("FORCE_COLOR") != "":
		return e.getenv("FORCE_COLOR") != "0"
	}
	return e.outIsTerm && e.getenv("TERM") != "dumb"
}

// quietFlag is the option of commands that can keep to what is wrong.
func quietFlag(usage string) cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: usage}
}

// screen is the size of the terminal that a report is shown on, zero for any
// other output and for a terminal that does not tell.
func (e *env) screen() renma.Screen {
	if !e.outIsTerm || e.outSize == nil {
		return renma.Screen{}
	}
	columns, rows := e.outSize()
	return renma.Screen{Columns: columns, Rows: rows}
}

// again is the command line of this run with one more option.
func (e *env) again(option string) string {
	words := []string{"renma"}
	for i, arg := range e.args {
		words = append(words, agentskills.QuotePOSIX(arg))
		if i == 0 { // the command
			words = append(words, option)
		}
	}
	return strings.Join(words, " ")
}

// progressAfter is how long work may last before a line says what is going on.
const progressAfter = 500 * time.Millisecond

// progress shows message on a terminal while work lasts: until the returned
// function is called, the first byte of the report is written or the command
// ends. Then the line is removed.
func (e *env) progress(message string) (stop func()) {
	e.endProgress()
	if !e.errIsTerm || e.getenv("TERM") == "dumb" {
		return func() {}
	}
	var mu sync.Mutex
	done, shown := false, false
	timer := time.AfterFunc(progressAfter, func() {
		mu.Lock()
		defer mu.Unlock()
		if !done {
			shown = true
			_, _ = io.WriteString(e.stderr, e.oneRow(textio.Terminal(message)))
		}
	})
	e.stopProgress = func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if shown && !done {
			_, _ = io.WriteString(e.stderr, "\r\x1b[2K")
		}
		done = true
	}
	return e.stopProgress
}

func (e *env) endProgress() {
	if e.stopProgress != nil {
		e.stopProgress()
	}
}

// oneRow cuts a line to the width of the terminal: of a longer one, only the last
// row could be removed.
func (e *env) oneRow(line string) string {
	columns := 80
	if e.errSize != nil {
		if n, _ := e.errSize(); n > 0 {
			columns = n
		}
	}
	runes := []rune(line)
	if len(runes) < columns {
		return line
	}
	return string(runes[:max(columns-2, 0)]) + "…"
}
