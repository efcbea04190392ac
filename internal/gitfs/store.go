package gitfs

import (
	"bufio"
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
	queue  chan *request
	ended  chan struct{} // closed when the reading goroutine is done
	closed bool
	err    error
	known  map[string]*blob
	spare  buffers // those of blobs that were taken
}

// blob is the content of one object. Data is nil when it was not kept.
type blob struct {
	once    sync.Once
	pending *request // what was asked ahead, nil for nothing
	size    int64
	data    []byte // after once, guarded by the lock of the store
	lent    bool   // somebody may still read data, guarded alike
	err     error
}

// request waits for one answer of git.
type request struct {
	id    string
	limit int64
	blob  blob
	done  chan struct{}
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
		b = &blob{}
		s.known[id] = b
	}
	s.mu.Unlock()
	b.once.Do(func() {
		if b.pending == nil {
			b.size, b.data, b.err = s.read(id, keepLimit)
			return
		}
		<-b.pending.done
		answer := &b.pending.blob
		b.size, b.data, b.err = answer.size, answer.data, answer.err
		b.pending = nil
	})
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
	_, data, err := s.read(id, b.size)
	return data, err
}

// take appends all bytes of the blob id to buf, for the last who wants them: they
// are not kept.
func (s *store) take(id string, buf []byte) ([]byte, error) {
	b := s.get(id)
	s.mu.Lock()
	data, lent := b.data, b.lent
	b.data = nil
	s.mu.Unlock()
	switch {
	case b.err != nil || b.size == 0:
		return buf, b.err
	case data == nil:
		var err error
		if _, data, err = s.read(id, b.size); err != nil {
			return buf, err
		}
		lent = false
	}
	buf = append(buf, data...)
	if !lent {
		s.spare.put(data)
	}
	return buf, nil
}

// maxAhead is how many blobs are asked for at once, less than the queue holds.
const maxAhead = 128

// ahead asks for blobs without waiting for them. What goes wrong shows when they
// are read.
func (s *store) ahead(ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*request
	for _, id := range ids {
		if _, ok := s.known[id]; !ok && len(list) < maxAhead {
			req := newRequest(id, keepLimit)
			s.known[id] = &blob{pending: req}
			list = append(list, req)
		}
	}
	if len(list) > 0 && s.sendLocked(list) != nil {
		for _, req := range list {
			delete(s.known, req.id) // whoever reads it asks again and learns why
		}
	}
}

// read asks git for an object, whose data are returned up to limit bytes.
func (s *store) read(id string, limit int64) (int64, []byte, error) {
	req := newRequest(id, limit)
	s.mu.Lock()
	err := s.sendLocked([]*request{req})
	s.mu.Unlock()
	if err != nil {
		return 0, nil, err
	}
	<-req.done
	return req.blob.size, req.blob.data, req.blob.err
}

func newRequest(id string, limit int64) *request {
	return &request{id: id, limit: limit, done: make(chan struct{})}
}

// sendLocked sends at most maxAhead requests while the caller holds the lock.
func (s *store) sendLocked(list []*request) error {
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
	for _, req := range list {
		s.queue <- req
		ids.WriteString(req.id + "\n")
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
	s.in, s.queue, s.ended = in, make(chan *request, 2*maxAhead), make(chan struct{})
	go s.receive(cmd, stderr, bufio.NewReaderSize(out, 64<<10))
	return nil
}

// receive answers the requests in the order in which they were sent. After the
// first failure every further one fails alike.
func (s *store) receive(cmd *exec.Cmd, stderr *head, out *bufio.Reader) {
	defer close(s.ended)
	var broken error
	for req := range s.queue {
		if broken == nil {
			if broken = req.answer(out, s.spare.get); broken != nil {
				broken = s.reason(cmd, stderr, broken)
			}
		}
		if broken != nil {
			req.blob.err = broken
		}
		close(req.done)
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
// not there is an error of the request alone.
func (req *request) answer(out *bufio.Reader, buffer func(size int64) []byte) error {
	line, err := out.ReadString('\n')
	if err != nil {
		return fmt.Errorf("git ended early: %w", err)
	}
	line = strings.TrimSuffix(line, "\n")
	if line == req.id+" missing" {
		req.blob.err = errMissing
		return nil
	}
	fields := strings.Split(line, " ")
	if len(fields) != 3 || fields[0] != req.id {
		return fmt.Errorf("git gave an unexpected answer for object %s", req.id)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return fmt.Errorf("git gave no size for object %s", req.id)
	}
	req.blob.size = size
	if fields[1] != "blob" {
		req.blob.err = fmt.Errorf("object %s is a %s, not a blob", req.id, fields[1])
	}
	if size <= req.limit && req.blob.err == nil {
		req.blob.data = buffer(size)
		if _, err := io.ReadFull(out, req.blob.data); err != nil {
			return fmt.Errorf("git ended early: %w", err)
		}
	} else if _, err := io.CopyN(io.Discard, out, size); err != nil {
		return fmt.Errorf("git ended early: %w", err)
	}
	if _, err := out.Discard(1); err != nil {
		return fmt.Errorf("git ended early: %w", err)
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
