package discovery

import "testing"

func TestNormalizeTarget(t *testing.T) {
	tests := []struct {
		raw, want string
		rejected  Rejection
	}{
		{"skill.a", "skill.a", ""},
		{" \ufeffskill.a\u0085\n", "skill.a", ""},
		{"./skills/a/SKILL.md", "skills/a/SKILL.md", ""},
		{"././a", "./a", ""},
		{"./", "", ""},
		{`.\skills\a`, "skills/a", ""},
		{`skills\a\SKILL.md`, "skills/a/SKILL.md", ""},
		{"skills/a/../b/SKILL.md", "skills/a/../b/SKILL.md", ""},
		{"a//b/", "a//b/", ""},
		{"a/..", "a/..", ""},
		{"C:x", "C:x", ""},
		{"C:", "C:", ""},
		{"C:/", "C:/", RejectAbsolutePath},
		{"1:/x", "1:/x", ""},
		{"1:/x", "1:/x", ""},
		{"/a", "/a", RejectAbsolutePath},
		{"//a", "//a", RejectAbsolutePath},
		{".//a", "/a", RejectAbsolutePath},
		{`\\host\x`, "//host/x", RejectAbsolutePath},
		{"C:/x", "C:/x", RejectAbsolutePath},
		{`z:\x`, "z:/x", RejectAbsolutePath},
		{"..", "..", RejectRepositoryEscape},
		{"a/../../b", "a/../../b", RejectRepositoryEscape},
		{"./../a", "../a", RejectRepositoryEscape},
		{".../a", ".../a", ""},
		{"Skill.A", "Skill.A", ""},
		{"%2e%2e/a", "%2e%2e/a", ""},
	}
	for _, tt := range tests {
		got, rejected := NormalizeTarget(tt.raw)
		if got != tt.want || rejected != tt.rejected {
			t.Errorf("NormalizeTarget(%q) = %q, %q, want %q, %q", tt.raw, got, rejected, tt.want, tt.rejected)
		}
	}
}
