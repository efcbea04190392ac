package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"github.com/renma/renma/internal/textio"
)

// output is one rendering of a report.
type output struct {
	format string // "" for the default
	file   string // absolute path, "" for standard output
}

// outputOption names formats, each with the file that it goes to or without.
type outputOption struct {
	*cli.StringSliceFlag
	accepted []string
}

// outputFlags are the options of a command that can write its report in several
// formats at once.
func outputFlags(accepted ...string) []cli.Flag {
	return []cli.Flag{
		&outputOption{&cli.StringSliceFlag{
			Name:  "format",
			Usage: "print the report as `FORMAT`, or write it to a file with FORMAT=FILE; may be repeated: " + orList(accepted), DefaultText: accepted[0],
		}, accepted},
		&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` what would go to standard output"},
	}
}

// outputs returns what the options of outputFlags ask for. One of the renderings
// goes to standard output, or to the file of --output: the last one that names no
// file of its own.
func (e *env) outputs(c *cli.Command, accepted ...string) ([]output, error) {
	list := []output{{}}
	plain := ""
	for _, value := range c.StringSlice("format") {
		format, file, toFile := strings.Cut(value, "=")
		switch {
		case !slices.Contains(accepted, format):
			return nil, usagef(c, "--format accepts %s, not %s%s", orList(accepted), textio.Quote(format), didYouMean(textio.Nearest(format, accepted)))
		case toFile && file == "":
			return nil, usagef(c, "--format %s= needs the name of a file", format)
		case toFile:
			list = append(list, output{format, e.abs(file)})
		default:
			plain = format
		}
	}
	if c.Bool("json") {
		plain = "json"
	}
	list[0].format = plain
	switch ok, err := given(c, "output"); {
	case err != nil:
		return nil, err
	case ok:
		list[0].file = e.abs(c.String("output"))
	}
	for i, o := range list {
		if slices.ContainsFunc(list[:i], func(other output) bool { return other.file == o.file }) {
			return nil, usagef(c, "two reports cannot go to the same file %s", textio.Quote(o.file))
		}
	}
	return list, nil
}

// write renders the files first, then standard output: whoever reads that to its
// end finds the files complete.
func (e *env) write(outputs []output, render func(io.Writer, output) error) error {
	for _, o := range outputs {
		if o.file == "" {
			continue
		}
		err := replaceFile(o.file, func(w io.Writer) error { return render(w, o) })
		if err != nil && !is[*fileError](err) {
			err = &outputError{err}
		}
		if err != nil {
			return err
		}
	}
	for _, o := range outputs {
		if o.file == "" {
			return e.print(func(w io.Writer) error { return render(w, o) })
		}
	}
	return nil
}

// fileError is a file of the command line that cannot be written to.
type fileError struct {
	file  string
	cause error
}

func (e *fileError) Error() string {
	reason := e.cause.Error()
	var path *fs.PathError
	switch {
	case errors.Is(e.cause, fs.ErrNotExist):
		reason = "there is no such directory"
	case errors.As(e.cause, &path):
		reason = path.Err.Error()
	}
	return fmt.Sprintf("cannot write to %s: %s", textio.Quote(e.file), reason)
}

func (e *fileError) Unwrap() error { return e.cause }

// replaceFile writes a file anew: a reader sees the old one or the whole new one.
// What is no regular file, such as a pipe, is written to as it is. A name that
// cannot be written to gives a *fileError.
func replaceFile(name string, render func(io.Writer) error) (err error) {
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return &fileError{name, err}
	case info.IsDir():
		return &fileError{name, errIsDirectory}
	case !info.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return &fileError{name, err}
		}
		return errors.Join(writeBuffered(f, render), f.Close())
	default:
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".renma-*")
	if err != nil {
		return &fileError{name, err}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err = errors.Join(writeBuffered(f, render), f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

var errIsDirectory = errors.New("it is a directory")

// prefix leads from the working directory, which is what readers of annotations
// know, to a directory below it; it is "" for any other.
func (e *env) prefix(dir string) string {
	rel, err := filepath.Rel(e.dir, dir)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}
