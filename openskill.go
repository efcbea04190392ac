package renma

import (
	"context"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"github.com/renma/renma/agentskills"
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/internal/memfs"
	"github.com/renma/renma/internal/textio"
	"github.com/renma/renma/snapshot"
)

// EntrypointError says that no Skill can stand at a path.
type EntrypointError struct {
	Path    string // as it was given
	Problem string // the end of a sentence that begins with the path
}

// Error names the path and what is wrong with it.
func (e *EntrypointError) Error() string { return textio.Quote(e.Path) + " " + e.Problem }

// OpenSkill reads one Skill from source, as an editor has it, that stands or is
// going to stand at file in the repository in the directory dir. Of that
// repository only the configuration is read. file is relative to dir, with
// slashes; "" stands for the directory below skills/ that has the name which
// the Skill declares, and skills/stdin/SKILL.md when it declares none. source
// is read up to one byte past the configured size limit.
//
// What can be told only together with other files is no part of the reports:
// whether a route or a reference leads anywhere, and whether the Skill can be
// reached. [ScanReport.OmittedAnalyses] names both. Only Scan is meant to be
// called on the result.
//
// A file that names no canonical entrypoint gives an [*EntrypointError]; the
// other errors are those of [Open], and those of source.
func OpenSkill(ctx context.Context, dir, file string, source io.Reader, opts Options) (*Repository, error) {
	root, err := openRoot(dir, &opts)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	config, err := snapshot.InspectConfig(root, opts)
	if err != nil {
		return nil, err
	}
	if file != "" {
		if file, err = entrypoint(file); err != nil {
			return nil, err
		}
	}
	text, err := io.ReadAll(io.LimitReader(source, config.Config.MaxFileSizeBytes+1))
	if err != nil {
		return nil, err
	}
	if file == "" {
		file = declaredEntrypoint(text)
	}
	opts.ConfigPath, opts.ConfigFS = config.ConfigPath, fs.FS(root)
	repo, err := OpenFS(ctx, memfs.New(map[string]string{file: string(text)}), opts)
	if err != nil {
		return nil, err
	}
	repo.alone = true
	s := repo.snap
	s.Findings = slices.DeleteFunc(s.Findings, func(f diagnostic.Finding) bool { return needsOthers(f.ID, f.Details) })
	s.Suppressed = slices.DeleteFunc(s.Suppressed, func(f snapshot.SuppressedFinding) bool { return needsOthers(f.Finding.ID, f.Finding.Details) })
	return repo, nil
}

// entrypoint cleans the path of a Skill.
func entrypoint(file string) (string, error) {
	clean := path.Clean(filepath.ToSlash(file))
	switch {
	case path.IsAbs(clean) || filepath.IsAbs(file):
		return "", &EntrypointError{file, "is absolute; name the file relative to the root of the repository"}
	case !fs.ValidPath(clean):
		return "", &EntrypointError{file, "leads out of the repository"}
	}
	e, ok := agentskills.ParseEntrypoint(clean)
	if !ok || e.Kind != agentskills.EntrypointCanonical || e.Path != clean {
		return "", &EntrypointError{file, "is no place for a Skill; name a file NAME/SKILL.md below skills/ or .agents/skills/"}
	}
	return clean, nil
}

// maxDirectoryName is the length of a file name that every system can store.
const maxDirectoryName = 255

// declaredEntrypoint is where a Skill belongs by the name that it declares.
func declaredEntrypoint(source []byte) string {
	name := agentskills.NormalizeName(agentskills.ValidateSkill("skills/stdin/SKILL.md", source).Name)
	if name == path.Base(name) && len(name) <= maxDirectoryName {
		if file, err := entrypoint("skills/" + name + "/SKILL.md"); err == nil {
			return file
		}
	}
	return "skills/stdin/SKILL.md"
}

// scanAlone is the scan of one Skill without its repository.
func (r *Repository) scanAlone() *ScanReport {
	report := newScanReport(r.snap, slices.DeleteFunc(slices.Clone(r.Index().Diagnostics), func(d diagnostic.Diagnostic) bool {
		return needsOthers(d.Code, d.Details)
	}), nil)
	report.OmittedAnalyses = append(report.OmittedAnalyses, "references", "routes")
	slices.Sort(report.OmittedAnalyses)
	return report
}

// needsOthers reports a statement about a Skill that says that something is not
// in the repository: of one file nobody can tell.
func needsOthers(id string, details diagnostic.Details) bool {
	switch id {
	case "META-UNKNOWN-REFERENCE", "META-UNKNOWN-DEPENDENCY", "DISCOVERY-UNREACHABLE-ELIGIBLE-SKILL":
		return true
	case "META-CATALOG-DIAGNOSTIC":
		return details.Get("reason") == "conflicts-unknown"
	case "DISCOVERY-UNRESOLVED-DECLARED-ROUTE":
		return details.Get("normalizationRejection") == nil
	}
	return false
}
