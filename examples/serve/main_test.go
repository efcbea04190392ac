package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/renma/renma/internal/conformance"
	"github.com/renma/renma/internal/testrepo"
	"github.com/renma/renma/schemas"
)

func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	builder, err := conformance.NewBuilder(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := func(config, text string) []conformance.File {
		return []conformance.File{{Path: "skills/a/SKILL.md", Data: []byte(text)}, {Path: "renma.config.json", Data: []byte(config)}}
	}
	root := filepath.Join(dir, "repo")
	c := conformance.Case{From: file("{", testrepo.Skill("a")), To: file("{}", testrepo.Skill("a", testrepo.Published))}
	if err := builder.Build(&c, root); err != nil {
		t.Fatal(err)
	}
	return root
}

func get(t *testing.T, server *httptest.Server, query string) (int, string, http.Header) {
	t.Helper()
	response, err := server.Client().Get(server.URL + query)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body), response.Header
}

func TestServe(t *testing.T) {
	root := repository(t)
	server := httptest.NewServer(newHandler(root, defaults))
	defer server.Close()
	for query, schema := range map[string]string{
		"/index":            "renma.skill-index.v1",
		"/index?ref=to":     "renma.skill-index.v1",
		"/diff?from=to":     "renma.diff.v1",
		"/diff?from=to&to=": "renma.diff.v1",
	} {
		status, body, header := get(t, server, query)
		if status != http.StatusOK || header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d, %v", query, status, header)
		}
		if err := schemas.Validate(schema, []byte(body)); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	for query, want := range map[string]int{
		"/":                                      http.StatusNotFound,
		"/diff":                                  http.StatusBadRequest,
		"/diff?from=to&to=nope":                  http.StatusNotFound,
		"/index?ref=nope":                        http.StatusNotFound,
		"/index?ref=" + url.QueryEscape("--all"): http.StatusBadRequest,
		"/index?ref=" + url.QueryEscape("to^{tree}"): http.StatusBadRequest,
		"/index?ref=" + strings.Repeat("a", 300):     http.StatusBadRequest,
		"/index?ref=from":                            http.StatusUnprocessableEntity,
	} {
		status, body, _ := get(t, server, query)
		if status != want || strings.Contains(body, root) || json.Valid([]byte(body)) {
			t.Errorf("%s: %d, want %d; %q", query, status, want, body)
		}
	}
	response, err := server.Client().Post(server.URL+"/index", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", response.StatusCode)
	}
}

func TestLimits(t *testing.T) {
	root := repository(t)
	late := httptest.NewServer(newHandler(root, limits{timeout: time.Nanosecond, concurrent: 1, refLength: 9}))
	defer late.Close()
	if status, body, _ := get(t, late, "/index"); status != http.StatusServiceUnavailable || !strings.Contains(body, "too long") {
		t.Errorf("no time left: %d %q", status, body)
	}
	full := httptest.NewServer(newHandler(root, limits{timeout: time.Minute, refLength: 9}))
	defer full.Close()
	if status, body, header := get(t, full, "/index"); status != http.StatusServiceUnavailable || body != "busy\n" || header.Get("Retry-After") == "" {
		t.Errorf("no slot left: %d %q", status, body)
	}
	gone := httptest.NewServer(newHandler(t.TempDir(), defaults))
	defer gone.Close()
	if status, body, _ := get(t, gone, "/index"); status != http.StatusInternalServerError || body != "the repository cannot be read\n" {
		t.Errorf("no repository: %d %q", status, body)
	}
}
