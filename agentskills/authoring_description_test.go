package agentskills

import "testing"

// The numbered verdicts of contract 02 section 4.5: W must warn, "-" must not,
// "f" may go either way. The first letter is MISSING-CAPABILITY, the second
// MISSING-USAGE-BOUNDARY.
var contractDescriptions = []struct{ verdict, description string }{
	{"-W", "Formats alpha tables."},
	{"--", "Formats alpha tables. Use when a table needs aligning."},
	{"-W", "Sorts invoices by due date."},
	{"--", "Merge branch histories into one changelog. Use before a release."},
	{"--", "Reviews API drafts. Use when an API draft is ready."},
	{"W-", "Use this skill when needed."},
	{"W-", "Use it for everything."},
	{"W-", "Use when working with PDFs."},
	{"WW", "Helps with PDFs."},
	{"WW", "A very useful skill."},
	{"WW", "Invoices."},
	{"WW", "Everything about Kubernetes."},
	{"--", "Use this skill to convert CSV files into Parquet."},
	{"--", "Use when the user wants to rename, split or rotate scans."},
	{"--", "Rotates and splits scans whenever somebody uploads a PDF."},
	{"--", "Translate support tickets to English. Invoke this if a ticket is in another language."},
	{"--", "Deletes stale branches. Run it after a merge."},
	{"-W", "Toolkit for styling slide decks."},
	{"--", "Reference for the ledger API; consult it when code calls the ledger."},
	{"f-", "Knowledge of our naming scheme. Apply whenever a new table is named."},
	{"--", "Checklists for launch day. Use on launch day."},
	{"--", "Encrypts archives. TRIGGER: the request mentions an archive password."},
	{"--", "Refactors legacy handlers. This skill should be used when a handler exceeds one screen."},
	{"--", "Simulates network loss for tests. Choose this for chaos drills."},
	{"-W", "Lints shell scripts. Do not use for Python."},
	{"-f", "Retries uploads when the server is busy."},
	{"W-", "Use for docs."},
	{"W-", "When the user asks about taxes."},
	{"-W", "Review specs — carefully."},
	{"-W", "Summarize logs 🚀"},
	{"--", "Résume les journaux."},
	{"--", "仕様を確認します。"},
	{"--", "Reviews naïve estimates."},
	{"-f", "Draft release notes from merged pull requests. Best for weekly releases."},
	{"--", "Query the warehouse and chart the result. Useful when someone asks for numbers."},
	{"Wf", "This skill is for frontend people."},
	{"f-", "Handles refunds. Use when a customer wants money back."},
	{"-f", "Orchestrates blue/green rollouts across regions during a deployment window."},
	{"WW", "Use the tool."},
	{"WW", "Ask for help here."},
	{"--", "Normalizes phone numbers. If a CSV has phone columns, use this skill."},
	{"--", "Turns meeting notes into action items. Use it when notes are pasted."},
	{"WW", "TODO"},
	{"fW", "Tests."},
	{"--", "Use whenever you see a stack trace; groups frames and names the likely owner."},
	{"WW", "Do not use for spreadsheets."},
	{"--", "Compress images to fit a byte budget; load before publishing a page."},
	{"-f", "Bumps versions, tags, and pushes. For maintainers cutting a release."},
}

func TestContractDescriptions(t *testing.T) {
	if len(contractDescriptions) != 48 {
		t.Fatalf("%d rows, the contract has 48", len(contractDescriptions))
	}
	for _, tt := range contractDescriptions {
		checkDescription(t, tt.verdict, tt.description)
	}
}

// checkDescription compares the two verdicts on one description, where the
// wanted ones are not free.
func checkDescription(t *testing.T, want, description string) {
	t.Helper()
	missing := func(stated bool) byte {
		if stated || multilingual(description) {
			return '-'
		}
		return 'W'
	}
	s := splitSentences(description)
	got := [2]byte{missing(statesCapability(s)), missing(statesUsage(s))}
	for i, what := range []string{"capability", "usage boundary"} {
		if want[i] != 'f' && want[i] != got[i] {
			t.Errorf("%q\n\tmissing %s: got %c, want %c", description, what, got[i], want[i])
		}
	}
}

// Descriptions of the kind people write, beyond those of the contract.
var furtherDescriptions = []struct{ verdict, description string }{
	// An action and a moment, in many wordings.
	{"--", "Backfills missing partitions in the events table. Use after a failed nightly load."},
	{"--", "Generate OpenAPI clients. Use this skill whenever an endpoint changes."},
	{"--", "Audits Terraform plans for drift. Trigger on any pull request that touches infra/."},
	{"--", "Scaffold a new microservice; invoke when the user says \"new service\"."},
	{"--", "Helps you write better commit messages. Use when committing."},
	{"--", "Use when writing release notes, changelogs or upgrade guides."},
	{"--", "Use this skill to bisect flaky tests."},
	{"--", "Use it to seed a demo database before a sales call."},
	{"--", "Guides the migration from Jest to Vitest. Consult it before touching a test runner config."},
	{"--", "Extract text and tables from PDF files, fill forms, merge documents. Use when working with PDF files or when the user mentions PDFs, forms, or document extraction."},
	{"--", "This skill should be used when the user wants to create a hook."},
	{"--", "Playbook for on-call handover. Use at the end of a shift."},
	{"--", "Deploy to staging. Use this before every demo."},
	{"--", "Migrates from REST to gRPC whenever a service is split."},
	{"--", "Profiles slow queries and proposes indexes. Activates when a query takes longer than a second."},
	{"--", "TypeScript style guide. Apply it to every new module."},
	{"--", "Writes Alembic migrations. MUST BE USED when a model changes."},
	{"--", "Keeps changelogs tidy. Use PROACTIVELY after merging."},
	{"--", "Explains stack traces. The user asks why something crashed."},
	{"--", "Automatically rotates credentials. Any time a key leaks, load this skill."},
	{"--", "Pins container digests. In case a base image changes, run this."},
	{"--", "Rewrite prose in the house voice. Choose this for newsletters and blog posts."},
	{"--", "Converts Figma frames to React components. Ideal for handing over designs."},
	{"--", "Reconciles bank statements. Designed for month-end closing."},
	{"--", "When a build breaks, find the commit that broke it."},
	{"--", "If tests are flaky, quarantine them and open a ticket."},
	{"--", "Before a release, check licences of all dependencies."},
	{"--", "Use when you need to shard a table or rebalance a cluster."},
	{"--", "Claude should use this skill whenever asked to draft a memo."},
	{"--", "Kubernetes: drains nodes and cordons them. Use during maintenance windows."},
	{"--", "PDF toolkit for filling forms. Use when a form is attached."},
	{"--", "Use the vendored compiler to cross-build firmware; call this when a board is named."},
	{"--", "A checklist for privacy reviews. Use before launch."},
	{"--", "The canonical guide to our error codes. Consult whenever an error is raised."},
	{"--", "Use Playwright to test local web apps. Use for UI regressions."},
	{"--", "Creates, edits, and deletes DNS records. Use when a domain moves."},
	{"--", "Trigger: deploy, ship, roll out. Ships a build to production with a canary."},
	{"--", "Validates skills. Triggers include \"check my skill\" and \"lint SKILL.md\"."},
	{"--", "Lets agents query the metrics store. Use for questions about latency."},
	{"--", "Guidance for distinctive visual design when building new UI."},
	{"--", "Chunk long audio, transcribe it, and align captions; to be used when a recording is uploaded."},
	{"--", "Read spreadsheets without Excel. Use this skill any time a .xlsx file is involved."},
	{"--", "Estimate cloud costs. Use it on request."},
	{"--", "Handles flaky tests by quarantining them. Use when CI is red."},
	{"--", "Our brand voice and vocabulary for product copy. Use for anything customer-facing."},
	{"--", "Summarises e.g. RFCs, ADRs etc. into one page. Use when a decision is due."},
	{"--", "Use this skill when the user wants help converting Word files to Markdown."},
	{"--", "Supports writing integration tests. Use when adding endpoints."},

	// An action, and no word on when.
	{"-W", "Formats code."},
	{"-W", "Generates unit tests for Go packages."},
	{"-W", "Kubernetes deployment assistant that validates manifests and writes charts."},
	{"-W", "Suite of tools for creating elaborate, multi-component HTML artifacts."},
	{"-W", "Toolkit for interacting with and testing local web applications using Playwright. Supports verifying frontend functionality, debugging UI behavior, capturing browser screenshots, and viewing browser logs."},
	{"-W", "Toolkit for styling artifacts with a theme. There are 10 preset themes with colors and fonts that you can apply to any artifact, or it can generate a new theme on the fly."},
	{"-W", "Splits, merges and rotates scans."},
	{"-W", "Writing good commit messages."},
	{"-W", "You can use this to reformat tables."},
	{"-W", "REST API design patterns including resource naming, status codes and pagination."},
	{"-W", "Creates slides, not documents."},
	{"-W", "Run database migrations."},
	{"-W", "Read Excel files with pandas."},
	{"-W", "Apply brand colors to slide decks."},
	{"-W", "Load data into Snowflake from S3."},
	{"-W", "Deploys services to Kubernetes. Do not use when the cluster is frozen."},
	{"-W", "Generate invoices. Not for use with quotes."},
	{"-W", "This skill writes SQL."},
	{"-W", "Best practices for React components."},
	{"-W", "Triggers GitHub workflows."},
	{"-W", "Calls the pricing API."},
	{"-W", "Never guess a schema again: infers types from sample rows."},

	// A moment, and no word on what is done.
	{"W-", "Use when needed."},
	{"W-", "Use this whenever the user mentions invoices."},
	{"W-", "Use for questions about Kubernetes."},
	{"W-", "This skill should be used when working with spreadsheets."},
	{"W-", "Helps with taxes. Use when the user talks about taxes."},
	{"W-", "Use when dealing with PDFs, Word files or spreadsheets."},
	{"W-", "Invoke this skill for anything related to billing."},
	{"W-", "Useful when someone needs help."},
	{"W-", "Use before a release."},
	{"W-", "Trigger when the user asks about onboarding."},
	{"W-", "A helper for invoices. Use if asked."},
	{"W-", "Use when the user has questions."},
	{"W-", "When working on the frontend."},

	// Neither.
	{"WW", "Kubernetes helper."},
	{"WW", "My awesome PDF skill."},
	{"WW", "Expert in Kubernetes."},
	{"WW", "Skill for PDFs."},
	{"WW", "A tool."},
	{"WW", "Works with spreadsheets."},
	{"WW", "Covers Terraform."},
	{"WW", "Assists with invoices and receipts."},
	{"WW", "All about Docker."},
	{"WW", "Stuff for the frontend."},
	{"WW", "React, Vue, Angular."},
	{"WW", "Invoices, receipts, and tax forms."},
	{"WW", "PDF files."},
	{"WW", "Use this skill."},
	{"WW", "This is a skill."},
	{"WW", "Claude can help with PDFs."},
	{"WW", "The best skill ever!"},
	{"WW", "Placeholder description."},
	{"WW", "Deals with errors."},
	{"WW", "📦📦📦"},
	{"WW", "..."},
	{"WW", "It handles this and that."},
	{"--", "Reviews plans. **Triggers**: a plan waits."},
	{"--", "Reviews plans. *Triggers* include plans."},
	{"--", "Reviews plans. **Triggers:** a plan waits."},
	{"-W", "Reviews plans. **Triggers**"},
	{"--", "Reviews plans. For release weeks."},
	{"-W", "Reviews plans when."},
	{"-W", "Reviews plans in case."},
	{"--", "Reviews plans in case one fails."},
	{"-W", "Reviews plans. Best for."},
	{"--", "Reviews plans. Best for teams."},
	{"--", "Reviews plans. Use it regularly."},
	{"-W", "Reviews plans. Use it."},
	{"--", "Reviews plans any time somebody asks."},
	{"--", "Bring order to logs. Use when a log grows."},
	{"W-", "Tool. Use when a log grows."},
	{"--", "Translation of tickets into English. Use when a ticket waits."},
	{"--", "You can sort logs. Use when a log grows."},
	{"--", "Zip folders. Use when a folder is large."},
	{"--", "Ping servers, sort the answers. Use when a server is slow."},
	{"--", "Reviews plans. Use it only for releases."},
	{"--", "Uses quality gates. Use when a gate is red."},
}

func TestFurtherDescriptions(t *testing.T) {
	for _, tt := range furtherDescriptions {
		checkDescription(t, tt.verdict, tt.description)
	}
}

func TestMultilingual(t *testing.T) {
	for description, want := range map[string]bool{
		"Review cafés.": true, "Review cafe\u0301s.": true, "Проверяет планы.": true, "仕様": true, "Ⅷ": false,
		"Review users’ specs — carefully… “now” 🚀 ✈\ufe0f №5 ½ €": false, "x\ufe0f": false, "x\ufe0f\u0301": true, "1\u0301": false, "\u0301": false, "": false,
	} {
		if got := multilingual(description); got != want {
			t.Errorf("%q: %v, want %v", description, got, want)
		}
	}
}
