package snapshot

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/frontmatter"
	"github.com/renma/renma/internal/textio"
)

// binaryExtensions are never read as text (contract 01 section 1.4).
var binaryExtensions = map[string]bool{
	".avif": true, ".bmp": true, ".eot": true, ".gif": true, ".ico": true, ".jpeg": true, ".jpg": true, ".otf": true,
	".pdf": true, ".png": true, ".ttf": true, ".webp": true, ".woff": true, ".woff2": true, ".zip": true,
}

// outcome is what became of one candidate: a file with its validation result
// when it is a Skill, or a state with a diagnostic.
type outcome struct {
	file       *File
	result     *agentskills.Result
	state      string
	diagnostic *diagnostic.Diagnostic
}

// reader reads candidates. It is safe for concurrent use.
type reader struct {
	fsys    fs.FS
	maxSize int64
}

// readAll reads candidates with at most limit workers; outcomes stand in the
// order of the candidates. The only error is that of the context.
func (r *reader) readAll(ctx context.Context, candidates []*walked, limit int) ([]outcome, error) {
	out := make([]outcome, len(candidates))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(limit, runtime.GOMAXPROCS(0), len(candidates)) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(candidates) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				out[i] = r.read(candidates[i].path)
			}
		})
	}
	return out, group.Wait()
}

var errNotRegular = errors.New("not a regular file")

// read opens one file, once.
func (r *reader) read(p string) outcome {
	source, err := r.bytes(p)
	var large *tooLargeError
	switch {
	case errors.As(err, &large):
		return outcome{state: stateOversize, diagnostic: &diagnostic.Diagnostic{
			Code: "DISCOVERY-FILE-TOO-LARGE", Severity: diagnostic.SeverityWarning, Path: p,
			Message: fmt.Sprintf("The file is larger than max_file_size_bytes (%d) and was not read; shorten it or raise the limit.", r.maxSize),
			Details: diagnostic.Details{{Key: "state", Value: stateOversize}, {Key: "maxFileSizeBytes", Value: r.maxSize}},
		}}
	case errors.Is(err, errNotRegular):
		return outcome{state: stateUnsupported}
	case err != nil:
		return outcome{state: stateUnreadable, diagnostic: &diagnostic.Diagnostic{
			Code: "DISCOVERY-FILE-READ-FAILED", Severity: diagnostic.SeverityError, Path: p,
			Message: "The file cannot be read (" + cause(err) + ").",
			Details: diagnostic.Details{{Key: "state", Value: stateUnreadable}},
		}}
	}
	return newFile(p, source)
}

type tooLargeError struct{ size int64 }

func (e *tooLargeError) Error() string { return fmt.Sprintf("file of %d bytes", e.size) }

// bytes returns the content of a regular file within the size limit. A file
// that grows while it is read is cut off one byte past the limit.
func (r *reader) bytes(p string) ([]byte, error) {
	f, err := r.fsys.Open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > r.maxSize:
		return nil, &tooLargeError{info.Size()}
	}
	var b bytes.Buffer
	b.Grow(int(info.Size()) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(f, r.maxSize+1))
	if err == nil && n > r.maxSize {
		err = &tooLargeError{n}
	}
	return b.Bytes(), err
}

// newFile makes a file of its bytes: hash, encoding, frontmatter and, for a
// Skill, the validation result. Each file is parsed here and nowhere else.
func newFile(p string, source []byte) outcome {
	sum := sha256.Sum256(source)
	f := &File{
		Path: p, Classification: Classify(p), ContentClassification: Text,
		ContentHash: "sha256:" + hex.EncodeToString(sum[:]), SizeBytes: int64(len(source)),
	}
	out := outcome{file: f}
	markdown := isMarkdown(p)
	if binaryExtensions[strings.ToLower(path.Ext(p))] {
		f.ContentClassification = Binary
	} else if at := invalidText(source); at >= 0 {
		f.ContentClassification = Binary
		if markdown {
			out.diagnostic = notUTF8(p, source, at)
		}
	}
	if f.ContentClassification == Binary {
		source = nil
	}
	f.MarkdownParserEligible = markdown && f.ContentClassification == Text
	skill := f.Classification.Kind == KindSkill
	switch {
	case skill:
		f.doc = frontmatter.Parse(source, frontmatter.SkillEnvelope)
		result := agentskills.ValidateDocument(p, f.doc)
		out.result = &result
	case f.MarkdownParserEligible:
		f.doc = frontmatter.Parse(source, frontmatter.StrictEnvelope)
	default:
		f.lines = textio.NewLines(string(source))
		return out
	}
	f.lines = f.doc.Lines
	if f.MarkdownParserEligible && (skill || f.Classification.Scope == scopeSkillLocal) {
		f.named = namedPaths(f.doc.Body(), f.doc.BodyLine)
	}
	return out
}

func isMarkdown(p string) bool {
	name := strings.ToLower(path.Base(p))
	return strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".mdx") || name == "md" || name == "mdx"
}

// invalidText returns the offset of the first byte that makes source no UTF-8
// text, a NUL byte included, or -1.
func invalidText(source []byte) int {
	at := bytes.IndexByte(source, 0)
	if utf8.Valid(source) {
		return at
	}
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		if r == utf8.RuneError && size == 1 {
			if at >= 0 && at < i {
				return at
			}
			return i
		}
		i += size
	}
	return at
}

func notUTF8(p string, source []byte, at int) *diagnostic.Diagnostic {
	what := "byte 0x" + hex.EncodeToString(source[at:at+1]) + " is not UTF-8"
	switch {
	case bytes.HasPrefix(source, []byte{0xff, 0xfe}), bytes.HasPrefix(source, []byte{0xfe, 0xff}):
		what = "the file is UTF-16"
	case source[at] == 0:
		what = "a NUL byte is no text"
	}
	return &diagnostic.Diagnostic{
		Code: "DISCOVERY-FILE-NOT-UTF8", Severity: diagnostic.SeverityWarning, Path: p,
		Message: fmt.Sprintf("The file was read as binary because %s (byte offset %d); save it as UTF-8.", what, at),
		Details: diagnostic.Details{{Key: "byteOffset", Value: at}},
	}
}
