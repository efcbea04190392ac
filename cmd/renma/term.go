package main

import (
	"io"
	"sync"
	"time"

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

// progressAfter is how long work may last before a line says what is going on.
const progressAfter = 500 * time.Millisecond

// progress shows message on a terminal while work lasts. The returned function
// ends it and removes the line.
func (e *env) progress(message string) (stop func()) {
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
			_, _ = io.WriteString(e.stderr, textio.Terminal(message))
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		done = true
		if shown {
			_, _ = io.WriteString(e.stderr, "\r\x1b[2K")
		}
	}
}
