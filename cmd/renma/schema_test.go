package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/schemas"
)

// shape says which freedoms a schema leaves. Members are named by the keys
// that lead to them, with [] for the elements of a list. Everything else must
// be there, under its name, with its type.
type shape struct {
	// optional members may be absent.
	optional []string
	// open members are objects that may have members of any name.
	open []string
	// free members are objects of which only the classification and what
	// the optional list names are described.
	free []string
	// untyped members hold a value of any type.
	untyped []string
}

// common freedoms of the parts that documents share.
var (
	optionalClassification = []string{
		"recognizedRoot", "parentAssetCandidatePath", "parentResolution", "supportDirectory", "parentAssetPath", "parentAssetCandidates",
		"ignoredNestedSegments", "competingRules",
	}
	optionalDiagnostic = []string{"path", "evidence", "repairConstraints", "verificationSteps", "llmHint", "details", "details.classification"}
	optionalEvidence   = []string{"metadataKey", "declarationIndex"}
	optionalStep       = []string{"command", "expected"}
)

// shapes lists the freedoms of each schema. To check a further one, add it
// here and commands that print such documents to testdata/documents.
var shapes = map[string]shape{
	"renma.scan.v1": {
		optional: slices.Concat(
			[]string{"configPath", "suppressedIssues", "suppressedIssues[].issue.field", "suppressedIssues[].issue.details", "clientProfiles",
				"baseline", "baseline.known[].path", "baseline.fixed[].path", "changedSince"},
			below("agentSkills.results[]", "name", "description", "migrationDirection", "migrationCommand", "issues[].field", "issues[].details"),
			below("inspectionCoverage.blockingIssues[]", "affectedBoundary", "details"),
			below("inspectionCoverage.blockingIssues[].classification", optionalClassification...),
			[]string{"contextLens.representativeDiagnosticCode"},
			below("findings[]", "riskClass", "repairConstraints", "verificationStepsV2", "llmHint", "details", "details.classification"),
			below("findings[].details.classification", optionalClassification...),
			below("suppressedFindings[].finding", "details", "details.classification"),
			below("suppressedFindings[].finding.details.classification", optionalClassification...),
			below("diagnostics[]", optionalDiagnostic...),
			below("diagnostics[].evidence", optionalEvidence...),
			below("diagnostics[].verificationSteps[]", optionalStep...),
			below("diagnostics[].details.classification", optionalClassification...),
			[]string{"collisions"}, below("collisions[]", optionalDiagnostic...), below("collisions[].evidence", optionalEvidence...),
			below("collisions[].verificationSteps[]", optionalStep...), below("collisions[].details.classification", optionalClassification...),
			below("diagnosticsV2[]", "repairPolicy", "location", "location.startLine", "location.endLine", "location.snippet",
				"repairConstraints", "verificationSteps", "details.classification", "details.facts"),
			below("diagnosticsV2[].verificationSteps[]", optionalStep...),
			below("diagnosticsV2[].details.classification", optionalClassification...),
			below("reviewBundles[]", "affectedAssets", "affectedFiles"),
		),
		free: []string{
			"agentSkills.results[].issues[].details", "findings[].details", "suppressedFindings[].finding.details", "diagnostics[].details",
			"collisions[].details", "diagnosticsV2[].details", "diagnosticsV2[].details.facts",
		},
	},
	"renma.baseline.v1":    {optional: []string{"problems[].path"}},
	"renma.skill-index.v1": discoveryShape("", "diagnostics.discovery[]", "diagnostics.repository[]"),
	"renma.graph.v1": func() shape {
		s := discoveryShape("discovery.", "discovery.diagnostics[]", "diagnostics[]")
		s.optional = append(s.optional, "diagnostics", "nodes[].status", "nodes[].statusReason", "nodes[].statusChangedAt")
		return s
	}(),
	"renma.metadata-suggestion.v1":  suggestionShape(""),
	"renma.metadata-suggestions.v1": suggestionShape("suggestions[]."),
	"renma.catalog.v1": {
		optional: slices.Concat(
			[]string{"configPath", "tokenEstimate", "contextLens.representativeDiagnosticCode"},
			optionalEntry("catalog.entries[]"),
			optionalEntry("catalog.assets[]"),
			below("catalog.dependencies[]", "declaration", "declarationIndex", "evidence"),
			below("diagnostics[]", optionalDiagnostic...),
			below("diagnostics[].evidence", optionalEvidence...),
			below("diagnostics[].details.classification", optionalClassification...),
		),
		open: []string{
			"catalog.entries[].metadataFields", "catalog.entries[].metadataListItems", "catalog.assets[].metadataFields",
			"catalog.assets[].metadataListItems",
		},
		free: []string{"diagnostics[].details"},
	},
	"renma.skill-discovery-diff.v1":      skillDiscoveryDiffShape(""),
	"renma.skill-discovery-ci-policy.v1": policyShape(""),
	"renma.diff.v1": func() shape {
		s := diffShape("")
		s.optional = slices.Concat(s.optional, skillDiscoveryDiffShape("discovery.").optional, optionalTokens)
		return s
	}(),
	"renma.ci-report.v1": func() shape {
		s := diffShape("diff.")
		s.optional = slices.Concat(s.optional, optionalEndpoints(""), skillDiscoveryDiffShape("skillDiscovery.").optional,
			optionalTokens, policyShape("skillDiscoveryPolicy.").optional)
		return s
	}(),
	"renma.effective-config.v1": {
		optional: []string{"configPath", "values[].line", "values[].column"},
		untyped:  []string{"values[].value"},
	},
	"renma.readiness.v2": {
		optional: slices.Concat(
			[]string{"configPath", "diagnostics", "findings", "summary.contextLens.representativeDiagnosticCode"},
			below("checks[]", "evidence", "evidence[].id", "evidence[].path", "evidence[].message"),
			below("diagnostics[]", optionalDiagnostic...),
			below("diagnostics[].evidence", optionalEvidence...),
			below("diagnostics[].verificationSteps[]", optionalStep...),
			below("diagnostics[].details.classification", optionalClassification...),
			below("findings[]", "riskClass", "repairConstraints", "verificationStepsV2", "llmHint", "details", "details.classification"),
			below("findings[].details.classification", optionalClassification...),
		),
		free: []string{"diagnostics[].details", "findings[].details"},
	},
	"renma.profiles.v1": {
		optional: slices.Concat(
			[]string{"profiles[].sources[].via", "profiles[].ignoresOthers", "profiles[].standard", "profiles[].metadata", "profiles[].conflicts"},
			below("profiles[].fields[]", "types", "values"),
			below("profiles[].standard[]", "types", "values"),
			below("profiles[].metadata[]", "types", "values"),
			below("profiles[].conflicts[].when[]", "is", "not"),
		),
	},
	"renma.version.v1": {optional: []string{"commit"}},
}

// discoveryShape returns the freedoms of a skill index or graph document.
// parts is the prefix of the prepared discovery, diagnostics that of its list
// of diagnostics, and repository that of the other list.
func discoveryShape(parts, diagnostics, repository string) shape {
	lifecycle := []string{"lifecycle", "lifecycleReason", "lifecycleChangedAt"}
	return shape{
		optional: slices.Concat(
			[]string{"configPath", parts + "focus", parts + "adoption.configPath"},
			below(parts+"skills[]", append([]string{"name", "description"}, lifecycle...)...),
			below(parts+"skills[].linkedDiagnostics[]", "evidence"),
			below(parts+"skills[].publication.linkedDiagnostics[]", "evidence"),
			below(parts+"routes[]", "normalizationRejection"),
			below(parts+"routes[].candidates[]", lifecycle...),
			below(parts+"routes[].resolvedTarget", lifecycle...),
			below(parts+"routes[].linkedDiagnostics[]", "evidence"),
			below(diagnostics, "evidence"),
			below(diagnostics+".verificationSteps[]", optionalStep...),
			below(diagnostics+".details.candidates[]", lifecycle...),
			below(diagnostics+".details.linkedDiagnostics[]", "evidence"),
			// Each belongs to some codes only; package discovery tests that
			// those require it.
			below(diagnostics+".details",
				"adoptionState", "candidates", "configPath", "coverageMode", "cycleRoutes", "cycleSkillIds", "cycleSkills", "declarationIndex",
				"declarationIndices", "declarations", "lifecycle", "lifecycleChangedAt", "lifecycleReason", "linkedDiagnostics", "markerReason",
				"markerState", "metadataKey", "missingBoundaries", "normalizationRejection", "normalizedTarget", "publicationMarkerEvidence",
				"publicationRejectionReasons", "publishedEntrypointIds", "rawMarkerEvidence", "rawMarkerValue", "rawTarget", "reason",
				"relationship", "resolution", "routeCount", "selfLoop", "sourceId", "sourcePath", "standalone", "structuralRoot", "target",
				"targetKind", "targetPath", "targetStatus", "targetStatusChangedAt", "targetStatusReason", "unrouted"),
			below(repository, optionalDiagnostic...),
			below(repository+".evidence", optionalEvidence...),
			below(repository+".details.classification", optionalClassification...),
		),
		free:    []string{repository + ".details"},
		untyped: []string{diagnostics + ".details.rawMarkerValue"},
	}
}

// suggestionShape gives the freedoms of one suggestion below a prefix.
func suggestionShape(prefix string) shape {
	under := func(members ...string) []string {
		for i := range members {
			members[i] = prefix + members[i]
		}
		return members
	}
	return shape{
		optional: under("decision.question", "agentSkills", "agentSkills.canonicalFrontmatter", "agentSkills.candidateAgentSkillsFields.name",
			"agentSkills.candidateAgentSkillsFields.description", "candidateMetadata.id", "candidateMetadata.title", "candidateMetadata.owner",
			"classification.recognizedRoot", "classification.parentAssetCandidatePath", "classification.parentResolution",
			"classification.supportDirectory", "classification.parentAssetPath", "classification.ignoredNestedSegments", "classification.competingRules"),
		open: under("agentSkills.candidateRenmaMetadata", "agentSkills.preservedMetadata"),
	}
}

func skillDiscoveryDiffShape(prefix string) shape {
	route := []string{"normalizationRejection", "resolvedTarget", "resolvedTarget.lifecycle"}
	return shape{optional: slices.Concat(
		below(prefix+"routes.added[]", route...), below(prefix+"routes.removed[]", route...),
		below(prefix+"routes.changed[].from", route...), below(prefix+"routes.changed[].to", route...),
	)}
}

func policyShape(prefix string) shape {
	return shape{optional: below(prefix+"matches[]", "skill", "route", "fromState", "toState")}
}

func optionalEndpoints(prefix string) []string {
	return slices.Concat(
		below(prefix+"from", "missingTarget", "unreadGitlinks"), below(prefix+"to", "missingTarget", "unreadGitlinks"),
		below(prefix+"summary", "contentChangedAssets"),
	)
}

// diffShape returns the freedoms of a diff without its discovery section.
func diffShape(prefix string) shape {
	asset := []string{"status", "statusReason", "statusChangedAt"}
	finding := []string{"evidence", "riskClass", "details", "details.classification"}
	var optional, free []string
	for _, list := range []string{"graph.addedEdges[]", "graph.removedEdges[]", "graph.newUnresolvedEdges[]", "graph.resolvedEdges[]"} {
		optional = append(optional, below(prefix+list, "evidence")...)
	}
	for _, list := range []string{"findings.added[]", "findings.removed[]", "findings.suppressed.added[]", "findings.suppressed.removed[]"} {
		optional = append(optional, below(prefix+list, finding...)...)
		optional = append(optional, below(prefix+list+".details.classification", optionalClassification...)...)
		free = append(free, prefix+list+".details")
	}
	return shape{free: free, optional: slices.Concat(optional, optionalEndpoints(prefix), []string{prefix + "findings.suppressed"},
		below(prefix+"catalog.addedAssets[]", asset...), below(prefix+"catalog.removedAssets[]", asset...),
		below(prefix+"catalog.changedAssets[]", "contentChanged"),
		below(prefix+"catalog.changedAssets[].from", asset...), below(prefix+"catalog.changedAssets[].to", asset...),
	)}
}

// optionalTokens are the optional members of a comparison of tokens.
var optionalTokens = []string{"tokenEstimate", "tokenEstimate.changedSkills[].from", "tokenEstimate.changedSkills[].to"}

func optionalEntry(prefix string) []string {
	return slices.Concat(
		below(prefix, "ownership.inheritedFrom", "requiredContext", "optionalContext", "requiredLens", "optionalLens", "conflicts", "tokens"),
		below(prefix+".metadata", "id", "title", "type", "version", "owner", "status", "statusReason", "statusChangedAt", "purpose",
			"lastReviewedAt", "reviewCycle", "expiresAt", "appliesTo", "focus", "expectedOutputs", "requiresLens", "optionalLens", "continuesWith"),
	)
}

func below(prefix string, members ...string) []string {
	out := make([]string, len(members))
	for i, m := range members {
		out[i] = prefix + "." + m
	}
	return out
}

// Every document of testdata/documents is valid, and stops being so when one
// of its members is removed, renamed or given another type.
func TestSchemasRefuseChangedDocuments(t *testing.T) {
	cases, err := conformance.ReadAll("../../testdata/documents")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	documents := map[string][][]byte{}
	for _, c := range cases {
		if misfit := builder.Misfit(&c); misfit != "" {
			t.Skip(misfit)
		}
		root := filepath.Join(dir, c.Name)
		if err := builder.Build(&c, root); err != nil {
			t.Fatal(err)
		}
		for _, cmd := range c.Commands {
			out := runIn(root, cmd.Args...)
			if fault := out.fault(); fault != "" {
				t.Errorf("%s: renma %s: %s", c.Name, strings.Join(cmd.Args, " "), fault)
			}
			for id, document := range versioned(t, out.stdout) {
				documents[id] = append(documents[id], document)
			}
		}
	}
	for _, id := range schemas.IDs() {
		t.Run(id, func(t *testing.T) {
			if len(documents[id]) == 0 {
				t.Fatal("no command of testdata/documents prints such a document")
			}
			m := mutation{id: id, shape: shapes[id], tried: map[string]bool{}}
			for _, document := range documents[id] {
				m.document = m.prune(t, document)
				m.tryAll(t)
			}
			for _, member := range slices.Concat(m.shape.open, m.shape.free) {
				if !m.tried[member] {
					t.Errorf("no document has the member %s", member)
				}
			}
		})
	}
}

func schemaOf(document []byte) string {
	var head struct {
		SchemaVersion string `json:"schemaVersion"`
	}
	_ = json.Unmarshal(document, &head) // what is no JSON has no schema
	return head.SchemaVersion
}

// versioned returns a document and the parts of it that have a schema of their
// own, by schema.
func versioned(t *testing.T, document []byte) map[string][]byte {
	t.Helper()
	found := map[string][]byte{schemaOf(document): document}
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(document, &whole); err != nil {
		t.Fatal(err)
	}
	for _, part := range whole {
		if id := schemaOf(part); slices.Contains(schemas.IDs(), id) {
			found[id] = part
		}
	}
	return found
}

// mutation changes documents of one schema, each kind of member once.
type mutation struct {
	id       string
	shape    shape
	document []byte
	tried    map[string]bool
}

// tryAll walks the document and changes each member that was not met before.
// A change is made in a fresh copy, found again by the same walk.
func (m *mutation) tryAll(t *testing.T) {
	for _, at := range m.places(m.decode(t), "") {
		if m.tried[at.pattern] {
			continue
		}
		m.tried[at.pattern] = true
		if m.undescribed(at.pattern) {
			continue
		}
		parent, last := parentPattern(at.pattern)
		if !slices.Contains(m.shape.untyped, at.pattern) {
			m.try(t, at, "retyped", func(o map[string]any, key string) { o[key] = otherType(o[key]) })
		}
		if object, ok := at.value.(map[string]any); ok && !slices.Contains(m.shape.free, at.pattern) && !slices.Contains(m.shape.open, at.pattern) && len(object) > 0 {
			m.try(t, at, "extended", func(o map[string]any, key string) { o[key].(map[string]any)["unheardOf"] = "x" })
		}
		switch {
		case last == "[]" || slices.Contains(m.shape.open, parent):
		case !slices.Contains(m.shape.optional, at.pattern):
			m.try(t, at, "removed", func(o map[string]any, key string) { delete(o, key) })
		case !slices.Contains(m.shape.free, parent):
			m.try(t, at, "renamed", func(o map[string]any, key string) { o[key+"X"] = o[key]; delete(o, key) })
		}
	}
}

// undescribed reports whether the schema leaves a member of a free object to
// whoever writes it.
func (m *mutation) undescribed(pattern string) bool {
	if strings.Contains(pattern, ".classification") || slices.Contains(m.shape.optional, pattern) || slices.Contains(requiredFacts, pattern) {
		return false
	}
	return slices.ContainsFunc(m.shape.free, func(free string) bool { return strings.HasPrefix(pattern, free+".") })
}

// requiredFacts are the members of free objects that must be there.
var requiredFacts = []string{"diagnosticsV2[].details.diagnosticId", "diagnosticsV2[].details.source"}

func (m *mutation) try(t *testing.T, at place, how string, change func(object map[string]any, key string)) {
	t.Helper()
	doc := m.decode(t)
	holder, key := descend(doc, at.steps)
	switch h := holder.(type) {
	case map[string]any:
		change(h, key.(string))
	case []any: // lend the element a name
		named := map[string]any{"": h[key.(int)]}
		change(named, "")
		h[key.(int)] = named[""]
	}
	changed, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	if schemas.Validate(m.id, changed) == nil {
		t.Errorf("%s may be %s", at.pattern, how)
	}
}

func (m *mutation) decode(t *testing.T) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(m.document))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

// prune drops what the schema does not describe, and leaves only those elements of lists that show a member for the first
// time, and the first of each list, so that a thousand changes stay quick.
func (m *mutation) prune(t *testing.T, document []byte) []byte {
	t.Helper()
	seen := map[string]bool{}
	var walk func(v any, pattern string) any
	walk = func(v any, pattern string) any {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				member := strings.TrimPrefix(pattern+"."+key, ".")
				if m.undescribed(member) {
					delete(v, key)
				} else {
					v[key] = walk(v[key], member)
				}
			}
		case []any:
			kept := []any{}
			for _, e := range v {
				below := slices.DeleteFunc(m.places(e, pattern+"[]"), func(at place) bool { return m.undescribed(at.pattern) })
				news := slices.ContainsFunc(below, func(at place) bool { return !seen[at.pattern] })
				if news || len(kept) == 0 {
					kept = append(kept, walk(e, pattern+"[]"))
				}
				for _, at := range below {
					seen[at.pattern] = true
				}
			}
			return kept
		}
		return v
	}
	m.document = document
	small, err := json.Marshal(walk(m.decode(t), ""))
	if err != nil {
		t.Fatal(err)
	}
	return small
}

func sortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// place is one member or element of a document.
type place struct {
	pattern string
	steps   []any // string keys and int positions
	value   any
}

// places lists everything below v, which stands at prefix, in a fixed order.
// The members of open objects all have the name "*".
func (m *mutation) places(v any, prefix string) []place {
	var out []place
	var walk func(v any, pattern string, steps []any)
	walk = func(v any, pattern string, steps []any) {
		if len(steps) > 0 {
			out = append(out, place{pattern, slices.Clone(steps), v})
		}
		switch v := v.(type) {
		case map[string]any:
			for _, key := range sortedKeys(v) {
				name := key
				if slices.Contains(m.shape.open, pattern) {
					name = "*"
				}
				walk(v[key], strings.TrimPrefix(pattern+"."+name, "."), append(steps, key))
			}
		case []any:
			for i, e := range v {
				walk(e, pattern+"[]", append(steps, i))
			}
		}
	}
	walk(v, prefix, nil)
	return out
}

// parentPattern splits off the last step of a pattern.
func parentPattern(pattern string) (parent, last string) {
	if rest, ok := strings.CutSuffix(pattern, "[]"); ok {
		return rest, "[]"
	}
	i := strings.LastIndexByte(pattern, '.')
	return pattern[:max(i, 0)], pattern[i+1:]
}

func descend(v any, steps []any) (holder, key any) {
	for _, step := range steps[:len(steps)-1] {
		switch s := step.(type) {
		case string:
			v = v.(map[string]any)[s]
		case int:
			v = v.([]any)[s]
		}
	}
	return v, steps[len(steps)-1]
}

// otherType returns a value of a type that v does not have.
func otherType(v any) any {
	switch v.(type) {
	case string, nil:
		return 7
	case map[string]any:
		return []any{1}
	case []any:
		return map[string]any{"a": 1}
	}
	return "a text"
}
