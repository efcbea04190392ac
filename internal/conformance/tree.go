package conformance

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// appendFile decodes one tree member: PATH.base64 holds encoded bytes,
// PATH.symlink the target of a link.
func appendFile(files []File, path string, data []byte) ([]File, error) {
	if path == "" {
		return nil, fmt.Errorf("tree member without a path")
	}
	f := File{Path: path, Data: data}
	if rest, ok := strings.CutSuffix(path, ".base64"); ok {
		raw, err := base64.StdEncoding.DecodeString(string(bytes.Join(bytes.Fields(data), nil)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		f.Path, f.Data = rest, raw
	}
	if rest, ok := strings.CutSuffix(f.Path, ".symlink"); ok {
		f.Path, f.Data, f.Link = rest, bytes.TrimSpace(f.Data), true
	}
	return append(files, f), nil
}

// Builder lays cases out on disk.
type Builder struct {
	emptyRepo string
	// What this system's file names and links are like.
	ignoresCase bool
	noLinks     error // nil where links can be made
}

// NewBuilder prepares an empty git repository in dir; every case starts from a
// copy of it, which saves a process for each.
func NewBuilder(dir string) (*Builder, error) {
	b := &Builder{emptyRepo: filepath.Join(dir, "empty")}
	cmd := exec.Command("git", "-c", "init.defaultBranch=main", "init", "-q", "--template=", b.emptyRepo)
	cmd.Env = gitEnv()
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("git init: %w: %s", err, out)
	}
	_, err := os.Stat(filepath.Join(b.emptyRepo, ".GIT"))
	b.ignoresCase = err == nil
	b.noLinks = os.Symlink("nowhere", filepath.Join(b.emptyRepo, "link"))
	return b, nil
}

// Misfit says why this system cannot hold the tree of c, "" when it can.
func (b *Builder) Misfit(c *Case) string {
	byLower := map[string]string{}
	for _, f := range slices.Concat(c.Tree, c.To) {
		if f.Link && b.noLinks != nil {
			return b.noLinks.Error()
		}
		for p := f.Path; p != "."; p = path.Dir(p) {
			if !validName(path.Base(p)) {
				return fmt.Sprintf("no file can be named %q here", path.Base(p))
			}
			lower := strings.ToLower(p)
			if other := byLower[lower]; b.ignoresCase && other != "" && other != p {
				return fmt.Sprintf("%s and %s are one file here", p, other)
			}
			byLower[lower] = p
		}
	}
	return ""
}

func validName(name string) bool {
	return filepath.IsLocal(name) && (runtime.GOOS != "windows" || !strings.ContainsAny(name, `<>:"|?*\`+"\n\t") && strings.TrimRight(name, " .") == name)
}

// Build writes the tree of c into root, which must not exist yet.
func (b *Builder) Build(c *Case, root string) error {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	if len(c.From) == 0 && len(c.To) == 0 {
		if err := writeFiles(root, c.Tree); err != nil || c.NoGit {
			return err
		}
		return b.initRepo(root)
	}
	if err := b.initRepo(root); err != nil {
		return err
	}
	if err := commitBoth(root, c.From, c.To); err != nil {
		return err
	}
	return writeFiles(root, c.To)
}

func (b *Builder) initRepo(root string) error {
	git := filepath.Join(root, ".git")
	if _, err := os.Lstat(git); err == nil {
		return nil // the case brings its own
	}
	return os.CopyFS(git, os.DirFS(filepath.Join(b.emptyRepo, ".git")))
}

func writeFiles(root string, files []File) error {
	for _, f := range files {
		path := filepath.Join(root, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		var err error
		if f.Link {
			err = os.Symlink(string(f.Data), path)
		} else {
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// commitBoth writes the two trees as commits tagged "from" and "to". One
// fast-import replaces a dozen git processes per case.
func commitBoth(root string, from, to []File) error {
	var in bytes.Buffer
	writeCommit(&in, 1, "from", from)
	writeCommit(&in, 2, "to", to)
	cmd := exec.Command("git", "fast-import", "--quiet")
	cmd.Dir, cmd.Env, cmd.Stdin = root, gitEnv(), &in
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git fast-import: %w: %s", err, out)
	}
	return nil
}

func writeCommit(w *bytes.Buffer, mark int, tag string, files []File) {
	fmt.Fprintf(w, "commit refs/heads/main\nmark :%d\n", mark)
	fmt.Fprintf(w, "committer t <t@example.com> %d +0000\n", 1700000000+mark)
	writeData(w, []byte(tag))
	if mark > 1 {
		fmt.Fprintf(w, "from :%d\n", mark-1)
	}
	w.WriteString("deleteall\n")
	for _, f := range files {
		mode := "100644"
		if f.Link {
			mode = "120000"
		}
		fmt.Fprintf(w, "M %s inline %s\n", mode, strconv.Quote(f.Path))
		writeData(w, f.Data)
	}
	fmt.Fprintf(w, "\nreset refs/tags/%s\nfrom :%d\n\n", tag, mark)
}

func writeData(w *bytes.Buffer, data []byte) {
	fmt.Fprintf(w, "data %d\n", len(data))
	w.Write(data)
	w.WriteByte('\n')
}

// gitEnv keeps the settings of whoever runs the tests away from git.
func gitEnv() []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			env = append(env, kv)
		}
	}
	return append(env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "LC_ALL=C")
}
