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
	"github.com/renma/renma/internal/tokens"
)

// outcome is what became of one candidate: a file with its validation result
// when it is a Skill, or a state. A diagnostic can stand beside either.
type outcome struct {
	file       *File
	result     *agentskills.Result
	named      []namedPath // what the body of file may name
	state      string
	diagnostic *diagnostic.Diagnostic
}

// reader reads candidates. It is safe for concurrent use.
type reader struct {
	fsys    fs.FS
	maxSize int64
	// config holds the bytes of the configuration file, which was read
	// before everything else and is not read again.
	config *configFile
	cache  *Cache // nil for none
	// lastUse says that the cache is not used again.
	lastUse bool
	judge
}

// judge is how Skills are judged.
type judge struct {
	profile *agentskills.ClientProfile // nil is the specification
	// metadataOnly is the option of that name.
	metadataOnly bool
}

// readAll reads candidates with at most limit workers; outcomes stand in the
// order of the candidates. follow says that Skills or their support named the
// candidates, so that what these name counts too. The only error is that of the
// context.
func (r *reader) readAll(ctx context.Context, candidates []string, limit int, follow bool) ([]outcome, error) {
	if r.cache != nil {
		r.cache.expect(len(candidates))
	}
	out := make([]outcome, len(candidates))
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	ahead, _ := r.fsys.(readAhead)
	// Reading is mostly parsing, so more workers than processors gain nothing.
	for range min(limit, runtime.GOMAXPROCS(0), len(candidates)) {
		group.Go(func() error {
			var buf []byte // what is kept of a file is copied out of it
			for {
				i := int(next.Add(1)) - 1
				if i >= len(candidates) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				if ahead != nil && i%aheadStep == 0 {
					ahead.ReadAhead(candidates[i:min(i+2*aheadStep, len(candidates))])
				}
				out[i] = r.read(candidates[i], follow, &buf)
			}
		})
	}
	return out, group.Wait()
}

// readAhead is a file system that reads faster when it is told which files come
// next.
type readAhead interface {
	ReadAhead(names []string)
}

// aheadStep is how many files are read between two such hints.
const aheadStep = 48

var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = errors.New("file too large")
	errSymlink    = errors.New("symbolic link")
)

// read returns what a file was parsed into before, or opens it, once.
func (r *reader) read(p string, follow bool, buf *[]byte) outcome {
	if r.cache == nil {
		return r.parse(p, follow, buf)
	}
	content, ok := contentID(r.fsys, p)
	if !ok {
		return r.parse(p, follow, buf)
	}
	key := cacheKey{p, content, follow, r.judge}
	if out, ok := r.cache.get(key, r.lastUse); ok && out.file.SizeBytes <= r.maxSize {
		return out
	}
	out := r.parse(p, follow, buf)
	if out.file != nil && !r.lastUse {
		r.cache.put(key, out)
	}
	return out
}

func (r *reader) parse(p string, follow bool, buf *[]byte) outcome {
	source, err := r.bytes(p, buf)
	failed := func(code string, severity diagnostic.Severity, state, message string) outcome {
		d := stateDiagnostic(p, code, severity, state, message)
		return outcome{state: state, diagnostic: &d}
	}
	switch {
	case err == nil:
		return newFile(p, source, follow, r.judge)
	case errors.Is(err, errTooLarge):
		out := failed("DISCOVERY-FILE-TOO-LARGE", diagnostic.SeverityWarning, stateOversize,
			fmt.Sprintf("The file is larger than max_file_size_bytes (%d) and was not read; shorten it or raise the limit.", r.maxSize))
		out.diagnostic.Details = out.diagnostic.Details.With("maxFileSizeBytes", r.maxSize)
		return out
	case errors.Is(err, errNotRegular):
		return outcome{state: stateUnsupported}
	case errors.Is(err, errSymlink):
		return failed("DISCOVERY-SYMLINK-SKIPPED", diagnostic.SeverityWarning, stateSymlink,
			"The file became a symbolic link while the repository was read, and was not followed; scan again when nothing changes it.")
	}
	return failed("DISCOVERY-FILE-READ-FAILED", diagnostic.SeverityError, stateUnreadable,
		"The file cannot be read ("+cause(err)+").")
}

// bytes returns the content of a regular file within the size limit. A file
// that grows while it is read is cut off one byte past the limit. The content may
// stand in buf, which the next file takes over.
func (r *reader) bytes(p string, buf *[]byte) ([]byte, error) {
	if r.config != nil && r.config.path == p {
		if int64(len(r.config.source)) > r.maxSize {
			return nil, errTooLarge
		}
		return r.config.source, nil
	}
	if direct, ok := r.fsys.(regularReader); ok {
		if content, ok := direct.ReadRegular(p, r.maxSize, (*buf)[:0]); ok {
			*buf = content // the old one may serve somebody else by now
			if cap(content) > maxBuffer {
				*buf = nil
			}
			return content, nil
		}
	}
	return readRegular(r.fsys, p, r.maxSize)
}

// regularReader is a file system with a short way to the content of a regular
// file of at most limit bytes, which stands in buf or in a slice in its place. Where
// it fails, the file is looked at and opened.
type regularReader interface {
	ReadRegular(name string, limit int64, buf []byte) (content []byte, ok bool)
}

// maxBuffer bounds the memory that a worker keeps for the next file.
const maxBuffer = 1 << 20

// readRegular reads a regular file of at most limit bytes. Opening a pipe would
// wait for a writer, so the path is looked at before it is opened, wherever the
// file system can do that without opening it.
func readRegular(fsys fs.FS, p string, limit int64) ([]byte, error) {
	if links, ok := fsys.(fs.ReadLinkFS); ok {
		info, err := links.Lstat(p)
		if err == nil {
			err = checkRegular(info, limit)
		}
		if err != nil {
			return nil, err
		}
	}
	f, err := fsys.Open(p)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = checkRegular(info, limit)
	}
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(int(min(info.Size(), 1<<20)) + bytes.MinRead)
	n, err := b.ReadFrom(io.LimitReader(f, limit+1))
	if err == nil && n > limit {
		err = errTooLarge
	}
	return b.Bytes(), err
}

func checkRegular(info fs.FileInfo, limit int64) error {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return errSymlink
	case !info.Mode().IsRegular():
		return errNotRegular
	case info.Size() > limit:
		return errTooLarge
	}
	return nil
}

// newFile makes a file of its bytes: hash, encoding, frontmatter and, for a
// Skill, the validation result. Each file is parsed here and nowhere else.
func newFile(p string, source []byte, follow bool, by judge) outcome {
	sum := sha256.Sum256(source)
	f := &File{
		Path: p, Classification: classifyFile(p), ContentClassification: Text,
		ContentHash: string(hex.AppendEncode([]byte("sha256:"), sum[:])), SizeBytes: int64(len(source)),
	}
	out := outcome{file: f}
	isMarkdown := markdownName(p)
	if binaryExtension(p) {
		f.ContentClassification = Binary
	} else if at := invalidText(source); at >= 0 {
		f.ContentClassification = Binary
		if isMarkdown {
			out.diagnostic = notUTF8(p, source, at)
		}
	}
	if f.ContentClassification == Binary {
		source = nil
	}
	f.MarkdownParserEligible = isMarkdown && f.ContentClassification == Text
	if f.Classification.Kind == KindSkill {
		out.readSkill(source, by)
	} else {
		out.readOther(source, follow)
	}
	if f.doc != nil {
		f.lines = f.doc.Lines
	}
	if f.Classification.Kind.Cataloged() {
		f.entry = newEntry(f, out.result)
	}
	return out
}

// readOther reads a file that is no Skill. Most are support files without metadata,
// whose text says nothing more once they are read.
func (o *outcome) readOther(source []byte, follow bool) {
	f := o.file
	kept := f.Classification.Kind == KindContext || f.Classification.Kind == KindContextLens
	body, first := source, 1
	switch {
	case !kept && !(f.MarkdownParserEligible && frontmatter.Opens(source, frontmatter.StrictEnvelope)):
		f.keepFirstLine(source)
	case f.MarkdownParserEligible:
		f.doc = frontmatter.Parse(source, frontmatter.StrictEnvelope)
		body, first = source[f.doc.BodyOffset:], f.doc.BodyLine
	default:
		f.lines = textio.NewLines(string(source))
	}
	if f.MarkdownParserEligible && (follow || f.Classification.Scope == scopeSkillLocal) {
		o.name(body, first)
	}
}

// keepFirstLine lets go of a text.
func (f *File) keepFirstLine(source []byte) {
	line, _, _ := bytes.Cut(source, []byte("\n"))
	f.released, f.tokens = true, tokens.Estimate(source)
	f.lines = textio.NewLines(strings.TrimSuffix(string(line), "\r"))
}

// readSkill reads a Skill. Of its body nothing is kept but what it names, what
// issues cite, and what tells it from others.
func (o *outcome) readSkill(source []byte, by judge) {
	f := o.file
	f.doc = frontmatter.ParseHead(source, frontmatter.SkillEnvelope)
	text := source[f.doc.BodyOffset:]
	f.released, f.tokens = true, tokens.Estimate(text)
	var result agentskills.Result
	if by.metadataOnly {
		result = agentskills.ValidateSpecificationFor(by.profile, f.Path, f.doc)
		o.name(text, f.doc.BodyLine)
	} else {
		body := string(text)
		result = agentskills.ValidateParts(by.profile, f.Path, f.doc, body)
		o.nameBy(result.TakeReferences(), body, f.doc.BodyLine)
		f.body = newBody(body, f.doc.BodyLine)
	}
	o.result = &result
}

// binaryExtension reports the extensions that are never read as text (contract
// 01 section 1.4).
func binaryExtension(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".avif", ".bmp", ".eot", ".gif", ".ico", ".jpeg", ".jpg", ".otf", ".pdf", ".png", ".ttf", ".webp", ".woff", ".woff2", ".zip":
		return true
	}
	return false
}

func markdownName(p string) bool {
	name := strings.ToLower(path.Base(p))
	return strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".mdx") || name == "md" || name == "mdx"
}

// invalidText returns the offset of the first byte that makes source no UTF-8
// text, a NUL byte included, or -1.
func invalidText(source []byte) int {
	nul := bytes.IndexByte(source, 0)
	if utf8.Valid(source) {
		return nul
	}
	for i := 0; i < len(source); {
		r, size := utf8.DecodeRune(source[i:])
		if i == nul || r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return nul
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
		Message: fmt.Sprintf("The file was taken as binary because %s (byte offset %d); save it as UTF-8.", what, at),
		Details: diagnostic.Details{{Key: "byteOffset", Value: at}},
	}
}
