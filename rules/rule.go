// Package rules holds the types that every rule speaks: what a rule is, what it
// is shown, and what it reports. The rules themselves live in the group
// packages below; rules/all lists them.
package rules

import (
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// Group is the family a rule belongs to; --select and --ignore take it too.
type Group string

// The groups of the catalogue.
const (
	Memory   Group = "memory"
	Training Group = "training"
	Speed    Group = "speed"
	Compat   Group = "compat"
	Config   Group = "config"
	Fit      Group = "fit"
	// Core is trainlint's own: files it cannot read, directives it cannot obey.
	Core Group = "core"
)

// Severity orders findings by what they cost.
type Severity int

const (
	// Note is tuning advice; it never fails a build.
	Note Severity = iota
	// Warning is a defect with a bounded cost, never intended.
	Warning
	// Error means the run crashes, or trains something other than what was meant.
	Error
)

// String is the word used in reports: note, warning or error.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	default:
		return "note"
	}
}

// Subject says what one run of a rule's check looks at. A rule that judges the same
// thing in several places has several: PythonFile | ConfigFile.
type Subject uint8

const (
	// PythonFile rules see one Python file or notebook: Pass.Python and Pass.Train.
	PythonFile Subject = 1 << iota
	// ConfigFile rules see one YAML, JSON or TOML file: Pass.Config.
	ConfigFile
	// Job rules see one training job put together from several files: Pass.Job.
	Job
)

// Rule is one thing that trainlint knows to be wrong.
type Rule struct {
	Name     string   // stable, lower-case, hyphens: what users type
	Group    Group    // the family it belongs to
	Severity Severity // the usual one; a diagnostic may differ
	Page              // its page: the summary and the documentation
	On       Subject
	// Words are what a file must hold for the rule to fire there: one of the items, and
	// of an item every word between its spaces. nil: the rule always looks.
	Words []string
	// Program: it looks at what a whole program does. Its words may stand in what a script imports: `trainer.fit()` of a
	// script leads to steps of which it says nothing.
	Program bool
	// WithoutTorch: it holds for any Python file. Every other rule speaks of PyTorch's tensors, and is
	// silent in a file whose imports, and those around it in the project, show no PyTorch.
	WithoutTorch bool
	// NotInTests: it has nothing to say in a file of tests, whose loops are small and whose models are nobody's.
	NotInTests bool
	// Raises: its errors speak of an exception, which a test may wait for. Every other error is one whatever is raised
	// around it.
	Raises  bool
	Version string // such as "torch>=2.4": silent when the project declares an older one
	Check   func(*Pass)
}

// NeedsTorch reports whether the rule speaks of PyTorch's tensors.
func (r *Rule) NeedsTorch() bool { return !r.WithoutTorch && r.Group != Core }

// NotePlace points at another place that matters to a diagnostic.
type NotePlace struct {
	File    string // path as in source.File; "" when the note has no place
	Span    source.Span
	Message string
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule     *Rule
	Severity Severity
	File     string
	Span     source.Span
	Message  string // what is wrong here, in this code's own names and numbers
	Notes    []NotePlace
	Fixes    []fixes.Fix
	// Caller is, of a finding in another file than the one looked at, the call in that file which leads there; nil
	// for none. The finding stands there where the other file is no part of the run.
	Caller *NotePlace
}

// StepWords are the words of rules about the steps of a training: some that the rule names, or those of a script that
// leads to one. Where all of the step stands in another file, the script may say no more of it than that it goes over a
// loader for some epochs: `for epoch in range(n): for x in loader: model.update(x)`.
func StepWords(also ...string) []string {
	return append(also, "train", "optim", "epoch oader", "env step")
}
