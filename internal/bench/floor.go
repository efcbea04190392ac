//go:build unix

package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/goccy/go-yaml/parser"
)

// floor does the least work of its mode over every file of dir.
func floor(mode, dir string) error {
	visit := func(path string, content []byte) error {
		sha256.Sum256(content)
		if mode == "read" || !strings.HasSuffix(path, ".md") {
			return nil
		}
		block, found := bytes.CutPrefix(content, []byte("---\n"))
		if !found {
			return nil
		}
		block, _, _ = bytes.Cut(block, []byte("\n---"))
		_, err := parser.ParseBytes(block, 0, parser.AllowDuplicateMapKey())
		return err
	}
	switch mode {
	case "read", "yaml":
		return floorDirectory(dir, visit)
	case "git":
		return floorGit(dir, visit)
	}
	return fmt.Errorf("unknown floor %q", mode)
}

func floorDirectory(dir string, visit func(string, []byte) error) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	fsys := root.FS()
	return fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		content, err := fs.ReadFile(fsys, path)
		if err != nil {
			return err
		}
		return visit(path, content)
	})
}

func floorGit(dir string, visit func(string, []byte) error) error {
	seen := map[string]bool{}
	var ids, paths []string
	for _, ref := range []string{"from", "to"} {
		out, err := exec.Command("git", "-C", dir, "ls-tree", "-r", "-z", "--full-tree", ref).Output()
		if err != nil {
			return err
		}
		for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			head, path, _ := strings.Cut(entry, "\t")
			id := head[strings.LastIndexByte(head, ' ')+1:]
			if !seen[id] {
				seen[id] = true
				ids, paths = append(ids, id), append(paths, path)
			}
		}
	}
	cmd := exec.Command("git", "-C", dir, "cat-file", "--batch", "--buffer")
	cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r := bufio.NewReaderSize(out, 1<<16)
	for _, path := range paths {
		var id, kind string
		var size int
		if _, err := fmt.Fscanf(r, "%s %s %d\n", &id, &kind, &size); err != nil {
			return err
		}
		content := make([]byte, size+1)
		if _, err := io.ReadFull(r, content); err != nil {
			return err
		}
		if err := visit(path, content[:size]); err != nil {
			return err
		}
	}
	return cmd.Wait()
}
