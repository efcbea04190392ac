package gitfs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// keepLimit is the size up to which a blob stays in memory once it was read.
// Greater ones are read again by whoever opens them, so that the many megabytes
// of a file that nobody wants are never held.
const keepLimit = 1 << 20

// store reads blobs, each distinct one once, from one git cat-file process for
// all trees of a repository. The process is started by the first read.
type store struct {
	run runner

	mu     sync.Mutex // orders what is written to git with what waits for it
	in     io.WriteCloser
	queue  chan *blob
	ended  chan struct{} // closed when the reading goroutine is done
	closed bool
	err    error
	known  map[string]*blob
	spare  buffers // those of blobs that were taken
}

// blob is one object that git was asked for. Data is nil when it was not kept.
type blob struct {
	id    string
	limit int64          // up to which size its data are kept
	done  sync.WaitGroup // until git has answered
	size  int64
	data  []byte // once git has answered, guarded by the lock of the store
	lent  bool   // somebody may still read data, guarded alike
	err   error
}

func newStore(run runner) *store {
	return &store{run: run, known: map[string]*blob{}}
}

// errMissing is the answer of git for an object that the clone lacks.
var errMissing = errors.New("the object is not in this clone")

// get returns the blob id, without its data when it is large.
func (s *store) get(id string) *blob {
	s.mu.Lock()
	b, ok := s.known[id]
	if !ok {
		b = s.askLocked(id, keepLimit)
		s.known[id] = b
	}
	s.mu.Unlock()
	b.done.Wait()
	return b
}

// again returns all bytes of a blob that were not kept.
func (s *store) again(b *blob) ([]byte, error) {
	s.mu.Lock()
	again := s.askLocked(b.id, b.size)
	s.mu.Unlock()
	again.done.Wait()
	return again.data, again.err
}

// askLocked asks for one blob while the caller holds the lock.
func (s *store) askLocked(id string, limit int64) *blob {
	list := []blob{{id: id, limit: limit}}
	b := &list[0]
	if err := s.sendLocked(list); err != nil {
		b.err = err
	}
	return b
}

// content returns all bytes of the blob id. They must not be changed.
func (s *store) content(id string) ([]byte, error) {
	b := s.get(id)
	s.mu.Lock()
	data := b.data
	b.lent = true
	s.mu.Unlock()
	if b.err != nil || data != nil || b.size == 0 {
		return data, b.err
	}
	return s.again(b)
}

// take returns all bytes of the blob id, for the last who wants them: they are not
// kept. They stand in buf, or in a slice that the caller gets in its place.
func (s *store) take(id string, buf []byte) ([]byte, error) {
	b := s.get(id)
	s.mu.Lock()
	data, lent := b.data, b.lent
	b.data = nil
	s.mu.Unlock()
	switch {
	case b.err != nil || b.size == 0:
		return buf[:0], b.err
	case data != nil && lent:
		return append(buf[:0], data...), nil
	case data == nil:
		var err error
		if data, err = s.again(b); err != nil {
			return buf[:0], err
		}
	}
	s.spare.put(buf)
	return data, nil
}

// maxAhead is how many blobs are asked for at once, less than the queue holds.
const maxAhead = 128

// ahead asks for blobs without waiting for them. What goes wrong shows when they
// are read.
func (s *store) ahead(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]blob, 0, min(len(ids), maxAhead))
	for _, id := range ids {
		if _, ok := s.known[id]; !ok && len(list) < maxAhead {
			list = append(list, blob{id: id, limit: keepLimit})
			s.known[id] = &list[len(list)-1]
		}
	}
	if len(list) > 0 && s.sendLocked(list) != nil {
		for i := range list {
			delete(s.known, list[i].id) // whoever reads it asks again and learns why
		}
	}
}

// sendLocked asks for at most maxAhead blobs while the caller holds the lock.
func (s *store) sendLocked(list []blob) error {
	switch {
	case s.run.ctx.Err() != nil:
		// Git is being ended, but it may still answer for a moment.
		return s.run.ctx.Err()
	case s.err != nil:
		return s.err
	case s.closed:
		return errors.New("the repository is closed")
	case s.queue == nil:
		if s.err = s.start(); s.err != nil {
			return s.err
		}
	}
	// First into the queue, then to git: the goroutine that reads answers
	// must be able to take every answer that git may be writing.
	var ids strings.Builder
	for i := range list {
		b := &list[i]
		b.done.Add(1)
		s.queue <- b
		ids.WriteString(b.id)
		ids.WriteByte('\n')
	}
	if _, err := io.WriteString(s.in, ids.String()); err != nil {
		// Git has ended; the reading goroutine finds that out and answers.
		return nil
	}
	return nil
}

func (s *store) start() error {
	stderr := &head{limit: 4096}
	cmd := s.run.command("cat-file", "--batch")
	cmd.Stderr = stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	widen(out)
	if err := cmd.Start(); err != nil {
		return err
	}
	s.in, s.queue, s.ended = in, make(chan *blob, 2*maxAhead), make(chan struct{})
	go s.receive(cmd, stderr, bufio.NewReaderSize(out, 64<<10))
	return nil
}

// receive reads the answers in the order in which git was asked. After the first
// failure every further one fails alike.
func (s *store) receive(cmd *exec.Cmd, stderr *head, out *bufio.Reader) {
	defer close(s.ended)
	var broken error
	for b := range s.queue {
		if broken == nil {
			if broken = b.answer(out, s.spare.get); broken != nil {
				broken = s.reason(cmd, stderr, broken)
			}
		}
		if broken != nil {
			b.err = broken
		}
		b.done.Done()
	}
	if broken == nil {
		_ = cmd.Wait() // whatever it did wrong has shown in the answers
	}
}

// reason ends a git that answers no more and says why it stopped. Ending it
// also keeps senders from waiting for it.
func (s *store) reason(cmd *exec.Cmd, stderr *head, broken error) error {
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	switch {
	case s.run.ctx.Err() != nil:
		return s.run.ctx.Err()
	case strings.Contains(string(stderr.kept), "promisor"): // a partial clone
		return errMissing
	}
	return broken
}

// answer reads one reply of git: a line with id, type and size, the content and
// a line break. The result is an error of the conversation; an object that is
// not there is an error of the blob alone.
func (b *blob) answer(out *bufio.Reader, buffer func(size int64) []byte) error {
	early := func(err error) error { return fmt.Errorf("git ended early: %w", err) }
	line, err := out.ReadSlice('\n')
	if err != nil {
		return early(err)
	}
	line = line[:len(line)-1]
	if len(line) <= len(b.id) || string(line[:len(b.id)]) != b.id || line[len(b.id)] != ' ' {
		return fmt.Errorf("git gave an unexpected answer for object %s", b.id)
	}
	kind, number, found := bytes.Cut(line[len(b.id)+1:], []byte(" "))
	if !found && string(kind) == "missing" {
		b.err = errMissing
		return nil
	}
	if b.size, err = strconv.ParseInt(string(number), 10, 64); err != nil || b.size < 0 {
		return fmt.Errorf("git gave no size for object %s", b.id)
	}
	if string(kind) != "blob" {
		b.err = fmt.Errorf("object %s is a %s, not a blob", b.id, kind)
	}
	if b.size <= b.limit && b.err == nil {
		b.data = buffer(b.size)
		_, err = io.ReadFull(out, b.data)
	} else {
		_, err = io.CopyN(io.Discard, out, b.size)
	}
	if err != nil {
		return early(err)
	}
	if _, err := out.Discard(1); err != nil {
		return early(err)
	}
	return nil
}

// close ends the process and waits for it.
func (s *store) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	if s.queue == nil {
		return nil
	}
	close(s.queue)
	err := s.in.Close()
	<-s.ended
	return err
}
