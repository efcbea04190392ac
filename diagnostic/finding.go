package diagnostic

// Level ranks a [Finding] against the threshold of a scan.
type Level string

// Levels of a finding, from least to most severe.
const (
	LevelLow      Level = "low"
	LevelMedium   Level = "medium"
	LevelHigh     Level = "high"
	LevelCritical Level = "critical"
)

// Rank orders levels: low is 1, critical is 4, anything else 0.
func (l Level) Rank() int {
	switch l {
	case LevelLow:
		return 1
	case LevelMedium:
		return 2
	case LevelHigh:
		return 3
	case LevelCritical:
		return 4
	}
	return 0
}

// Category groups findings by what they protect.
type Category string

// Categories of a finding (contract 01 section 5.1).
const (
	CategoryQuality     Category = "quality"
	CategorySafety      Category = "safety"
	CategoryStructure   Category = "structure"
	CategoryMaintenance Category = "maintenance"
)

// Finding is one fault that counts against the threshold of a scan
// (contract 01 section 5.1). Evidence is always set; a finding without a place
// of its own points at line 1 of its file.
type Finding struct {
	ID                  string       `json:"id"`
	Title               string       `json:"title"`
	Category            Category     `json:"category"`
	Severity            Level        `json:"severity"`
	Confidence          Level        `json:"confidence"`
	RiskClass           string       `json:"riskClass,omitempty"`
	Evidence            Evidence     `json:"evidence"`
	WhyItMatters        string       `json:"whyItMatters"`
	Remediation         string       `json:"remediation"`
	RepairConstraints   []Constraint `json:"repairConstraints,omitempty"`
	VerificationStepsV2 []Step       `json:"verificationStepsV2,omitempty"`
	LLMHint             string       `json:"llmHint,omitempty"`
	Details             Details      `json:"details,omitempty"`
}
