package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/txtar"
)

// Case is one archive: a repository and the commands that run in it.
type Case struct {
	// Name is the slash-separated path below the folder of cases, without
	// the extension, for example "discovery/cycle-self-loop".
	Name     string
	Comment  string
	Commands []Command
	// NoGit means that the tree must not be a git repository.
	NoGit bool
	// Expect holds facts in words; only cases below public/ have them.
	Expect string
	// Tree is the working tree. From and To stand instead of it when the
	// case compares two commits.
	Tree, From, To []File
}

// Command is one command line of a case and what it should do.
type Command struct {
	// Number counts from 1.
	Number int
	Args   []string
	Keep   Keep
	// WantJSON is nil when standard output is not compared.
	WantJSON []byte
	// WantExit is -1 when the exit status is not compared.
	WantExit int
}

// File is one file or symbolic link of a tree.
type File struct {
	Path string
	Data []byte
	// Link means that Data is the target of a symbolic link.
	Link bool
}

// ReadAll reads every case below dir, sorted by name.
func ReadAll(dir string) ([]Case, error) {
	var cases []Case
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".txtar" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		c, err := Parse(strings.TrimSuffix(filepath.ToSlash(rel), ".txtar"), data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		cases = append(cases, c)
		return nil
	})
	slices.SortFunc(cases, func(a, b Case) int { return strings.Compare(a.Name, b.Name) })
	return cases, err
}

// Parse reads one archive.
func Parse(name string, data []byte) (Case, error) {
	archive := txtar.Parse(data)
	c := Case{Name: name, Comment: string(archive.Comment)}
	var cmd, keep string
	want := map[string][]byte{}
	for _, f := range archive.Files {
		kind, path, _ := strings.Cut(f.Name, "/")
		var err error
		switch kind {
		case "cmd":
			cmd = string(f.Data)
		case "keep":
			keep = string(f.Data)
		case "nogit":
			c.NoGit = true
		case "expect":
			c.Expect = string(f.Data)
		case "tree":
			c.Tree, err = appendFile(c.Tree, path, f.Data)
		case "from":
			c.From, err = appendFile(c.From, path, f.Data)
		case "to":
			c.To, err = appendFile(c.To, path, f.Data)
		case "want":
			want[path] = f.Data
		default:
			err = fmt.Errorf("unknown section %q", f.Name)
		}
		if err != nil {
			return Case{}, err
		}
	}
	var err error
	c.Commands, err = commands(cmd, keep, want)
	return c, err
}

// commands joins the command lines with their keep lines and wants. A keep
// line belongs to the command of the same number; a missing one keeps all.
func commands(cmd, keep string, want map[string][]byte) ([]Command, error) {
	keeps := strings.Split(keep, "\n")
	var out []Command
	for line := range strings.Lines(cmd) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		args, err := splitWords(line)
		if err != nil {
			return nil, err
		}
		c := Command{Number: len(out) + 1, Args: args, WantExit: -1}
		if len(keeps) > len(out) {
			c.Keep, err = ParseKeep(keeps[len(out)])
			if err != nil {
				return nil, err
			}
		}
		c.WantJSON = want[fmt.Sprintf("%d.json", c.Number)]
		if exit, ok := want[fmt.Sprintf("%d.exit", c.Number)]; ok && !c.Keep.anyExit {
			c.WantExit, err = strconv.Atoi(strings.TrimSpace(string(exit)))
			if err != nil {
				return nil, fmt.Errorf("want/%d.exit: %w", c.Number, err)
			}
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no command")
	}
	return out, nil
}

// splitWords splits a command line as a POSIX shell would, without expansion.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false
	var quote rune
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, started = r, true
		case r == ' ' || r == '\t':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("unclosed quote in command %q", line)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}
