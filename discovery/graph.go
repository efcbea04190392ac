package discovery

import (
	"github.com/renma/renma/diagnostic"
	"github.com/renma/renma/snapshot"
)

// GraphSchema identifies the graph document.
const GraphSchema = "renma.graph.v1"

// ViewDiscovery is the one view of the graph that exists.
const ViewDiscovery = "discovery"

// GraphReport is the graph document in its discovery view (contract 03 section
// 1.2). It shares its values with the index it was made from.
type GraphReport struct {
	SchemaVersion    string                  `json:"schemaVersion"`
	Root             string                  `json:"root"`
	ConfigPath       string                  `json:"configPath,omitempty"` // absent when no configuration was loaded
	ScannedFileCount int                     `json:"scannedFileCount"`
	View             string                  `json:"view"`
	NodeCount        int                     `json:"nodeCount"`
	EdgeCount        int                     `json:"edgeCount"`
	Nodes            []GraphNode             `json:"nodes"`                 // the visible Skills, in their order
	Edges            []GraphEdge             `json:"edges"`                 // in the order of routes
	Diagnostics      []diagnostic.Diagnostic `json:"diagnostics,omitempty"` // of the repository; absent when there is none
	Discovery        *Index                  `json:"discovery"`
}

// GraphNode is one visible Skill.
type GraphNode struct {
	ID                     string                `json:"id"`
	Kind                   snapshot.Kind         `json:"kind"`
	SourcePath             string                `json:"sourcePath"`
	ContentHash            string                `json:"contentHash"`
	SizeBytes              int64                 `json:"sizeBytes"`
	ContentClassification  snapshot.ContentClass `json:"contentClassification"`
	MarkdownParserEligible bool                  `json:"markdownParserEligible"`
	Ownership              snapshot.Ownership    `json:"ownership"`
	Status                 snapshot.Status       `json:"status,omitempty"`
	StatusReason           string                `json:"statusReason,omitempty"`
	StatusChangedAt        string                `json:"statusChangedAt,omitempty"`
	Tags                   []string              `json:"tags"`
}

// GraphEdge is one usable representative route. To is the target as it was
// declared, after normalisation.
type GraphEdge struct {
	From             string              `json:"from"`
	To               string              `json:"to"`
	Kind             string              `json:"kind"`
	Declaration      string              `json:"declaration"`
	DeclarationIndex int                 `json:"declarationIndex"`
	SourcePath       string              `json:"sourcePath"`
	Evidence         diagnostic.Evidence `json:"evidence"`
	Resolved         bool                `json:"resolved"`
	TargetID         string              `json:"targetId"`
	TargetKind       snapshot.Kind       `json:"targetKind"`
	TargetPath       string              `json:"targetPath"`
}

// GraphReport returns the graph document of the index or projection.
func (x *Index) GraphReport() *GraphReport {
	g := &GraphReport{
		SchemaVersion:    GraphSchema,
		Root:             x.snap.Root,
		ConfigPath:       x.snap.ConfigPath,
		ScannedFileCount: x.snap.ScannedFileCount,
		View:             ViewDiscovery,
		Nodes:            make([]GraphNode, len(x.Skills)),
		Edges:            []GraphEdge{},
		Diagnostics:      x.snap.RepositoryDiagnostics(),
		Discovery:        x,
	}
	for i, s := range x.Skills {
		g.Nodes[i] = newNode(s.source.Entry)
	}
	for _, r := range x.Routes {
		if r.Usable {
			g.Edges = append(g.Edges, newEdge(r))
		}
	}
	g.NodeCount, g.EdgeCount = len(g.Nodes), len(g.Edges)
	return g
}

func newNode(e *snapshot.Entry) GraphNode {
	return GraphNode{
		ID: e.ID, Kind: e.Kind, SourcePath: e.SourcePath,
		ContentHash: e.ContentHash, SizeBytes: e.SizeBytes,
		ContentClassification: e.ContentClassification, MarkdownParserEligible: e.MarkdownParserEligible,
		Ownership: e.Ownership,
		Status:    e.Metadata.Status, StatusReason: e.Metadata.StatusReason, StatusChangedAt: e.Metadata.StatusChangedAt,
		Tags: e.Metadata.Tags,
	}
}

func newEdge(r *Route) GraphEdge {
	return GraphEdge{
		From: r.SourceID, To: r.NormalizedTarget, Kind: "continues_with",
		Declaration: canonicalContinuationKey, DeclarationIndex: r.DeclarationIndex,
		SourcePath: r.SourcePath, Evidence: r.Evidence, Resolved: true,
		TargetID: r.ResolvedTarget.ID, TargetKind: r.ResolvedTarget.Kind, TargetPath: r.ResolvedTarget.SourcePath,
	}
}

// HasErrors reports a diagnostic of error severity about the repository, or
// about discovery as far as the projection shows it.
func (g *GraphReport) HasErrors() bool {
	return hasErrors(g.Diagnostics) || g.Discovery.HasErrors()
}
