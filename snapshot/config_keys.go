package snapshot

// ConfigKind says what a key of the configuration holds.
type ConfigKind string

// The kinds of configuration keys.
const (
	ConfigText     ConfigKind = "text"
	ConfigInteger  ConfigKind = "integer" // from 1 to 2^53-1
	ConfigBoolean  ConfigKind = "boolean"
	ConfigTexts    ConfigKind = "list of texts"
	ConfigAnyTexts ConfigKind = "text or list of texts"
	ConfigSection  ConfigKind = "section"          // an object with the keys of Keys
	ConfigNamed    ConfigKind = "named sections"   // an object whose members have free names and hold Keys
	ConfigRecords  ConfigKind = "list of sections" // a list of objects with the keys of Keys
)

// ConfigKey describes one key of the configuration (contract 01 section 2.3).
// Everything that knows the keys is made from these: the check of a file, its
// JSON Schema and the page about the configuration.
type ConfigKey struct {
	Name string // as it is written
	Kind ConfigKind
	// Values are the accepted texts, nil when any is.
	Values []string
	// Default is what holds without the key: a string, an int, a bool or a
	// []string; nil where there is nothing.
	Default any
	// Required keys must stand wherever their section does.
	Required bool
	// NonEmpty refuses a blank text and a list without an element.
	NonEmpty bool
	// Unique refuses an element that stands in the list twice.
	Unique bool
	// Pattern is a regular expression that every accepted text matches, ""
	// for none. Not every text that matches must be accepted.
	Pattern string
	// Unused keys are accepted for other tools: no analysis reads them.
	Unused bool
	// Title is a few words, Text one sentence or more about the effect.
	Title, Text string
	// Example is a value that could be set, of the type of Default; nil where
	// the values or the default show enough.
	Example any
	// Keys are those inside, for the kinds that hold sections.
	Keys []ConfigKey
}

// ConfigKeys returns the keys of the top level in the order in which they are
// documented.
func ConfigKeys() []ConfigKey {
	d := DefaultConfig()
	return []ConfigKey{
		{
			Name: "fail_on", Kind: ConfigText, Values: []string{"low", "medium", "high", "critical"}, Default: string(d.FailOn), Example: "medium",
			Title: "Threshold of a failed scan",
			Text:  "A scan exits 1 for a finding of this severity or a worse one. The option `--fail-on` wins.",
		},
		{
			Name: "format", Kind: ConfigText, Values: []string{"text", "json"}, Default: d.Format, Example: "json",
			Title: "Format of a scan",
			Text:  "How scan prints its report when no option asks for a format. Other commands do not look at it.",
		},
		{
			Name: "globs", Kind: ConfigTexts, Default: d.Globs, Example: []string{"skills/**/SKILL.md", "docs/**/*.md"},
			Title: "Files to read",
			Text: "Patterns of the files that are read; the list takes the place of the default one. `**` stands for any number of directories, " +
				"`*` and `?` stay within one name, `{a,b}` lists alternatives, and a name with a leading dot must be written with it.",
		},
		{
			Name: "exclude", Kind: ConfigTexts, Default: d.Exclude, Example: []string{"node_modules", "dist", ".git", "vendor"},
			Title: "Directories and files to leave out",
			Text: "Plain names, not patterns: an entry leaves out the path that equals it, everything below that path, and every path with a " +
				"segment of that name. The list takes the place of the default one.",
		},
		{
			Name: "max_file_size_bytes", Kind: ConfigInteger, Default: int(d.MaxFileSizeBytes), Example: 1048576,
			Title: "Largest file that is read",
			Text:  "In bytes. A larger file is named in the report and not read.",
		},
		{
			Name: "max_depth", Kind: ConfigInteger, Default: d.MaxDepth,
			Title: "Deepest directory that is entered",
			Text:  "Counted in directories below the root. What lies deeper is named in the report and not read.",
		},
		{
			Name: "concurrency", Kind: ConfigInteger, Default: d.Concurrency,
			Title: "Most files read at a time",
			Text:  "Never more than there are processors. It changes the speed, not the report.",
		},
		suppressionsKey(),
		ciPolicyKey("scan_boundary", "fail", "Changes of what a scan reads", "how a change of the limits above counts in a pull request"),
		ciPolicyKey("executable_surface", "off", "Changes of scripts", "how a change of executable support files counts in a pull request"),
		qualityKey(),
		metadataKey(),
		securityKey(),
		discoveryKey(d.SkillDiscovery),
	}
}

func suppressionsKey() ConfigKey {
	return ConfigKey{
		Name: "suppressions", Kind: ConfigRecords,
		Title: "Findings that are accepted",
		Text: "Each entry takes the findings of one id below some paths out of the count and lists them apart, with the reason. " +
			"Diagnostics and invalid skills cannot be suppressed.",
		Keys: []ConfigKey{
			{
				Name: "id", Kind: ConfigText, Required: true, NonEmpty: true, Example: "META-MISSING-ID",
				Title: "Id of the findings", Text: "One that `renma explain` lists.",
			},
			{
				Name: "paths", Kind: ConfigTexts, Required: true, NonEmpty: true, Example: []string{"contexts/old"},
				Title: "Where they are accepted",
				Text:  "Paths relative to the root: a file, a directory with everything below it, or a pattern in which `*` stays within one name and `**` does not.",
			},
			{
				Name: "reason", Kind: ConfigText, Required: true, NonEmpty: true, Example: "moves next month",
				Title: "Why they are accepted", Text: "For the people who read the report.",
			},
			{
				Name: "expires", Kind: ConfigText, Default: neverExpires, Pattern: `^(never|[0-9]{4}-[0-9]{2}-[0-9]{2})$`, Example: "2027-01-31",
				Title: "Last day of the suppression",
				Text:  "A date as YYYY-MM-DD in UTC, or `never`. After that day the findings count again and a warning asks to remove the entry.",
			},
		},
	}
}

// ciPolicy is the key of that name, which most sections have.
func ciPolicy(fallback, text string, values ...string) ConfigKey {
	return ConfigKey{
		Name: "ci_policy", Kind: ConfigText, Values: values, Default: fallback, Unused: true,
		Title: "Weight in a pull request", Text: text,
	}
}

// ciPolicyKey is a section that holds nothing but a policy.
func ciPolicyKey(name, fallback, title, about string) ConfigKey {
	return ConfigKey{
		Name: name, Kind: ConfigSection, Title: title, Text: "Says " + about + ".",
		Keys: []ConfigKey{ciPolicy(fallback, "Whether such a change is ignored, warns or fails.", "off", "warn", "fail")},
	}
}

// tokenKinds are the asset kinds with a token budget and their default budgets.
var tokenKinds = []struct {
	kind          string
	warning, high int
}{{"skill", 6400, 8000}, {"context", 6400, 8000}, {"reference", 7200, 9000}, {"profile", 3200, 4000}, {"example", 4800, 6000}}

func qualityKey() ConfigKey {
	keys := []ConfigKey{ciPolicy("fail", "Whether an asset that outgrows its budget is ignored, warns or fails.", "off", "warn", "fail")}
	for _, k := range tokenKinds {
		keys = append(keys,
			ConfigKey{
				Name: k.kind + "_token_warning", Kind: ConfigInteger, Default: k.warning, Unused: true,
				Title: "Budget of kind " + k.kind, Text: "In tokens; more is worth a warning. It must be below `" + k.kind + "_token_high`.",
			},
			ConfigKey{
				Name: k.kind + "_token_high", Kind: ConfigInteger, Default: k.high, Unused: true,
				Title: "Limit of kind " + k.kind, Text: "In tokens; more is too much. It must be above `" + k.kind + "_token_warning`.",
			})
	}
	return ConfigKey{Name: "quality", Kind: ConfigSection, Title: "Token budgets", Text: "How long an asset of each kind may be.", Keys: keys}
}

func metadataKey() ConfigKey {
	return ConfigKey{
		Name: "metadata", Kind: ConfigSection, Title: "Required metadata", Text: "Which metadata every Markdown asset must declare.",
		Keys: []ConfigKey{
			ciPolicy("fail", "Whether missing metadata is ignored, warns or fails.", "off", "warn", "fail"),
			{
				Name: "required", Kind: ConfigTexts, Values: requirable, Default: []string{}, Unique: true, Example: []string{"owner", "version"},
				Title: "Fields that must be declared",
				Text:  "The catalog reports an error for an asset without one of them. A skill declares a field as `renma.NAME` under `metadata`, with hyphens.",
			},
		},
	}
}

func securityKey() ConfigKey {
	lists := func() []ConfigKey {
		return []ConfigKey{
			{Name: "approvedDomains", Title: "Domains that may be read", Text: "Host names that a skill may fetch from.", Example: []string{"example.org"}},
			{Name: "approvedUploadDomains", Title: "Domains that may be sent to", Text: "Host names that a skill may upload to.", Example: []string{"example.org"}},
			{Name: "disallowedCommands", Title: "Commands that must not be run", Text: "Names of programs that no skill may run.", Example: []string{"curl"}},
		}
	}
	general, profile := lists(), lists()
	for i := range general {
		general[i].Kind, general[i].Default, general[i].Unused = ConfigTexts, []string{}, true
		profile[i].Kind, profile[i].Unused = ConfigAnyTexts, true
	}
	flag := func(name, title, text string) ConfigKey {
		return ConfigKey{Name: name, Kind: ConfigBoolean, Unused: true, Title: title, Text: text}
	}
	profile = append([]ConfigKey{
		{Name: "allowed_data_class", Kind: ConfigText, Unused: true, Example: "internal", Title: "Class of data", Text: "The most sensitive class of data that may be used."},
		flag("network_allowed", "Network", "Whether the network may be used."),
		flag("external_upload_allowed", "Uploads", "Whether data may leave the organisation."),
		flag("secrets_allowed", "Secrets", "Whether secrets may be used."),
		flag("requires_human_approval", "Approval", "Whether a person must agree before the skill acts."),
		{Name: "security_profile", Kind: ConfigText, Unused: true, Example: "strict", Title: "Name of the profile", Text: "The name that assets declare."},
		{Name: "allowed_data", Kind: ConfigAnyTexts, Unused: true, Example: []string{"logs"}, Title: "Data that may be used", Text: "One kind of data, or a list."},
		{Name: "forbidden_inputs", Kind: ConfigAnyTexts, Unused: true, Example: []string{"passwords"}, Title: "Inputs that must not be used", Text: "One kind of input, or a list."},
	}, profile...)
	return ConfigKey{
		Name: "security", Kind: ConfigSection, Title: "Security policy", Text: "What skills may touch, in general and by named profile.",
		Keys: append(general,
			ConfigKey{Name: "profiles", Kind: ConfigNamed, Title: "Profiles by name", Text: "Policies that assets refer to by name.", Keys: profile},
			ciPolicy("fail", "Whether a change that loosens the policy is ignored, warns or fails.", "off", "warn", "fail")),
	}
}

func discoveryKey(d SkillDiscovery) ConfigKey {
	policy := ciPolicy(d.CIPolicy, "Whether `ci-report` warns about changes that take skills away from readers. `warn` needs `\"adopted\": true`.", "off", "warn")
	policy.Unused = false
	return ConfigKey{
		Name: "skill_discovery", Kind: ConfigSection, Title: "Skill Discovery", Text: "Whether the repository publishes entrypoints and declares how they continue.",
		Keys: []ConfigKey{
			{
				Name: "adopted", Kind: ConfigBoolean, Default: d.Adopted, Example: true,
				Title: "Skill Discovery is used",
				Text:  "With true, skills that no published entrypoint reaches are reported as gaps.",
			},
			policy,
		},
	}
}
