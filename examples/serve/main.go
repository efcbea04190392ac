// Command serve answers questions about one repository over HTTP:
//
//	GET /index?ref=REF          the skill index of a commit, HEAD by default
//	GET /diff?from=REF[&to=REF] the semantic diff of two commits
//
// It reads commits only, so it can stand beside a clone that something else
// fetches into. Run it with
//
//	go run ./examples/serve [-addr localhost:8080] [repository]
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/renma/renma"
	"github.com/renma/renma/snapshot"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "address to listen on")
	flag.Parse()
	dir := "."
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	server := &http.Server{
		Addr:              *addr,
		Handler:           newHandler(dir, defaults),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	go func() {
		<-ctx.Done()
		wait, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := server.Shutdown(wait); err != nil {
			log.Print(err)
		}
	}()
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

// limits bound what requests may cost.
type limits struct {
	timeout    time.Duration // of one request
	concurrent int           // requests that read the repository at a time
	refLength  int           // bytes of a ref
}

var defaults = limits{timeout: 30 * time.Second, concurrent: 2, refLength: 256}

type service struct {
	dir    string
	limits limits
	slots  chan struct{}
}

func newHandler(dir string, l limits) http.Handler {
	s := &service{dir, l, make(chan struct{}, l.concurrent)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /index", s.answer(func(ctx context.Context, r *http.Request) (any, error) {
		ref, err := s.ref(r, "ref", "HEAD")
		if err != nil {
			return nil, err
		}
		repo, err := renma.OpenRef(ctx, s.dir, ref, s.options())
		if err != nil {
			return nil, err
		}
		return repo.Index().SkillIndexReport(), nil
	}))
	mux.HandleFunc("GET /diff", s.answer(func(ctx context.Context, r *http.Request) (any, error) {
		from, err := s.ref(r, "from", "")
		if err != nil {
			return nil, err
		}
		to, err := s.ref(r, "to", "HEAD")
		if err != nil {
			return nil, err
		}
		changes, err := renma.Compare(ctx, s.dir, from, to, s.options())
		if err != nil {
			return nil, err
		}
		return changes.Diff(), nil
	}))
	return mux
}

func (s *service) options() renma.Options { return renma.Options{Now: time.Now()} }

// badRequest is a fault of the query.
type badRequest string

func (b badRequest) Error() string { return string(b) }

func (s *service) ref(r *http.Request, name, otherwise string) (string, error) {
	ref := r.URL.Query().Get(name)
	switch {
	case len(ref) > s.limits.refLength:
		return "", badRequest(name + " is too long")
	case ref == "" && otherwise == "":
		return "", badRequest(name + " is missing")
	case ref == "":
		return otherwise, nil
	}
	return ref, nil
}

// answer runs a question with the limits of the service and writes its document.
func (s *service) answer(question func(context.Context, *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		default:
			w.Header().Set("Retry-After", "1")
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), s.limits.timeout)
		defer cancel()
		document, err := question(ctx, r)
		if err != nil {
			status, message := explain(err)
			http.Error(w, message, status)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(document); err != nil {
			log.Print(err) // the client went away
		}
	}
}

// explain chooses what a caller may know of an error. A fault of the query or of
// what a commit holds is told; where the repository lies is not.
func explain(err error) (status int, message string) {
	var bad badRequest
	var git *renma.GitError
	var config *snapshot.ConfigError
	switch {
	case errors.As(err, &bad):
		return http.StatusBadRequest, bad.Error()
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable, "this took too long"
	case errors.As(err, &git) && git.Kind == renma.GitUnknownRef:
		return http.StatusNotFound, git.Error()
	case errors.As(err, &git) && (git.Kind == renma.GitBadRef || git.Kind == renma.GitNoCommit):
		return http.StatusBadRequest, git.Error()
	case errors.As(err, &config):
		return http.StatusUnprocessableEntity, config.Error()
	}
	log.Print(err)
	return http.StatusInternalServerError, "the repository cannot be read"
}
