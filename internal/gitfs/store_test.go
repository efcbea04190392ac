package gitfs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestAnswers(t *testing.T) {
	tests := []struct {
		name, reply string
		limit       int64
		data        string // of the blob
		fault       string // in the blob
		broken      string // in the conversation
	}{
		{"blob", "id blob 3\none\n", 10, "one", "", ""},
		{"empty", "id blob 0\n\n", 10, "", "", ""},
		{"too large", "id blob 3\none\n", 2, "", "", ""},
		{"missing", "id missing\n", 10, "", errMissing.Error(), ""},
		{"tree", "id tree 3\none\n", 10, "", "is a tree", ""},
		{"cut off", "id blob 3\non", 10, "", "", "ended early"},
		{"cut off where nothing is kept", "id blob 3\non", 2, "", "", "ended early"},
		{"without the last line break", "id blob 3\none", 10, "", "", "ended early"},
		{"silence", "", 10, "", "", "ended early"},
		{"another object", "other blob 3\none\n", 10, "", "", "unexpected answer"},
		{"no size", "id blob many\n", 10, "", "", "no size"},
		{"a negative size", "id blob -1\n", 10, "", "", "no size"},
		{"chatter", "hint: something\n", 10, "", "", "unexpected answer"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := &blob{id: "id", limit: tt.limit}
			next := bufio.NewReader(strings.NewReader(tt.reply))
			err := got.answer(next, new(buffers).get)
			if (err != nil) != (tt.broken != "") || err != nil && !strings.Contains(err.Error(), tt.broken) {
				t.Fatalf("the conversation gives %v", err)
			}
			if err != nil {
				return
			}
			if fault := got.err; (fault != nil) != (tt.fault != "") || fault != nil && !strings.Contains(fault.Error(), tt.fault) {
				t.Errorf("the blob gives %v", fault)
			}
			if string(got.data) != tt.data || next.Buffered() > 0 {
				t.Errorf("data %q, %d bytes left", got.data, next.Buffered())
			}
		})
	}
}

// Whatever git answers, a blob has as many bytes as the answer says, or there is an
// error.
func FuzzAnswer(f *testing.F) {
	for _, reply := range []string{"id blob 3\none\n", "id blob 0\n\n", "id missing\n", "id tree 3\none\n", "id blob 3\non", "id blob 9999999999999999999\n", "hint\n", "id \n"} {
		f.Add(reply, uint16(4))
	}
	f.Fuzz(func(t *testing.T, reply string, limit uint16) {
		got := &blob{id: "id", limit: int64(limit)}
		next := bufio.NewReader(strings.NewReader(reply + "rest"))
		err := got.answer(next, func(size int64) []byte { return make([]byte, size) })
		if err != nil || errors.Is(got.err, errMissing) {
			return
		}
		rest, _ := io.ReadAll(next)
		head, _, _ := strings.Cut(reply, "\n")
		switch consumed := len(reply) + len("rest") - len(rest); {
		case int64(consumed) != int64(len(head))+1+got.size+1:
			t.Errorf("%q: %d bytes consumed for %d", reply, consumed, got.size)
		case got.err == nil && got.size <= got.limit && string(got.data) != (reply + "rest")[len(head)+1:][:got.size]:
			t.Errorf("%q: data %q", reply, got.data)
		case (got.err != nil || got.size > got.limit) && got.data != nil:
			t.Errorf("%q: %q was kept", reply, got.data)
		}
	})
}

// dying is a repository whose git ends after the first of the files was read. What
// each of them holds is its name.
func dying(t *testing.T, names []string) (*Repo, *Tree) {
	t.Helper()
	r := newRepo(t)
	for _, name := range names {
		r.write(name, name)
	}
	r.commit("x")
	repo := open(t, r.dir)
	tr := tree(t, repo, "HEAD")
	if _, err := tr.ReadFile(names[0]); err != nil {
		t.Fatal(err)
	}
	if err := repo.blobs.in.Close(); err != nil { // git ends at the end of its input
		t.Fatal(err)
	}
	return repo, tr
}

// A git that dies fails every request, also those that wait, and none hangs.
func TestGitDies(t *testing.T) {
	names := []string{"a.md", "b.md", "c.md", "d.md"}
	repo, tr := dying(t, names)
	for _, name := range names[1:] {
		_, err := tr.ReadFile(name)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Failed {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantKind(t, repo.Err(), Failed)
	if data, err := tr.ReadFile("a.md"); err != nil || string(data) != "a.md" {
		t.Errorf("what was read before is lost: %q, %v", data, err)
	}
}

func TestSHA256Repository(t *testing.T) {
	r := newRepo(t)
	r.dir += "-256"
	plain := testRepo{t, r.dir[:len(r.dir)-4]}
	plain.git("init", "-q", "-b", "main", "--object-format=sha256", r.dir)
	r.write("a.md", "one")
	id := r.commit("x")
	got := list(t, tree(t, open(t, r.dir), id[:10]))
	if len(id) != 64 || got["a.md"] != "one" {
		t.Errorf("commit %s holds %v", id, got)
	}
}

func TestReadAhead(t *testing.T) {
	r := newRepo(t)
	var names []string
	for i := range 3 * maxAhead {
		name := fmt.Sprintf("files/%d.md", i)
		r.write(name, strings.Repeat("x", i))
		names = append(names, name)
	}
	r.commit("x")
	tr := tree(t, open(t, r.dir), "HEAD")
	for at := 0; at < len(names); at += maxAhead / 2 { // hints overlap, and some lead nowhere
		tr.ReadAhead(append([]string{"missing.md", "files"}, names[at:min(at+maxAhead, len(names))]...))
	}
	for round := range 2 { // what was taken is asked for again
		for i, name := range names {
			got, ok := tr.ReadRegular(name, int64(i), []byte("before"))
			if want := strings.Repeat("x", i); !ok || string(got) != want {
				t.Fatalf("round %d, %s: %q, %v", round, name, got, ok)
			}
			if _, ok := tr.ReadRegular(name, int64(i)-1, nil); ok {
				t.Errorf("%s is read past the limit", name)
			}
		}
	}
	for _, name := range []string{"missing.md", "files", "../x"} {
		if got, ok := tr.ReadRegular(name, 10, nil); ok {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A git that dies also answers what was asked ahead, and nobody waits for it.
func TestGitDiesAfterReadAhead(t *testing.T) {
	names := []string{"a.md", "b.md", "c.md", "d.md"}
	repo, tr := dying(t, names)
	tr.ReadAhead(names[1:])
	for _, name := range names[1:] {
		if got, ok := tr.ReadRegular(name, 10, nil); ok {
			t.Errorf("%s: %q", name, got)
		}
		if _, err := tr.ReadFile(name); err == nil {
			t.Errorf("%s is read", name)
		}
	}
	wantKind(t, repo.Err(), Failed)
}
