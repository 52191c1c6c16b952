package rules

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
)

// Pass is what one run of a rule's check is shown, and where it reports.
// Exactly the facts of its rule's Subject are set.
type Pass struct {
	Rule   *Rule
	File   *source.File     // the file looked at; nil for job rules
	Python *python.Module   // what a Python file says
	Train  *train.Facts     // what the programs that start in it do when they train
	Config *config.Document // what a config says
	// one training job put together from several files; they are named relative to the project's root
	Job *job.Job

	// Elsewhere reports whether one other Python file of the project holds all the words or,
	// asked for .word, an attribute or a text of that name; nil where the project is not known.
	Elsewhere func(words ...string) bool

	// AnyElsewhere reports whether one of the words stands in another Python file of the project; nil where the project is
	// not known.
	AnyElsewhere func(words ...string) bool

	// OneElsewhere reports whether one of the other Python files of the project that hold all the words is as it asks; nil
	// where the project is not known.
	OneElsewhere func(is func(*python.Module) bool, words ...string) bool

	// OneNoted is OneElsewhere where the same is asked of many files: what is asked is noted of a file once for all that
	// ask; nil where the project is not known.
	OneNoted func(note *FileNote, is func(noted any) bool, words ...string) bool

	// Owns reports whether the project holds a package or a module of this name, which an import may find before the
	// library's; nil where the project is not known.
	Owns func(module string) bool

	Before   *job.Job // what the job was in the revision to compare with; nil without one
	Revision string   // that revision, as the user named it

	Versions *deps.Versions // which versions of torch and others the project declares; nil: nothing is known
	Target   Target         // the hardware that the run is judged against

	// Try says what edits of the job's files would make of the project; the error is why
	// they must not be offered: every rule judged what they leave behind. It is nil where
	// no fixes are wanted.
	Try func(fixes.Plan) (Outcome, error)

	report func(Diagnostic)
}

// FileNote is something about a file that stays when its tree is let go of. It is compared by identity.
type FileNote struct {
	// Of is what is noted of a file; it must hold nothing of the tree.
	Of func(*python.Module) any
}

// Target is the hardware that jobs are judged against, from --gpu or the
// settings; zero values are not known.
type Target struct {
	GPU        string // as the user named it; estimator.LookupGPU knows it
	Count      int    // GPUs in all
	HostMemory int64  // bytes
	From       string // where it was said: "--gpu" or file:line
}

// Outcome is a project after edits, as far as jobs read the edited files.
type Outcome struct {
	Job    *job.Job // the job that the edits are for
	Others []string // the other jobs, by name: they get no worse
}

// NewPass makes a pass for one rule; report receives every diagnostic.
func NewPass(rule *Rule, report func(Diagnostic)) *Pass {
	return &Pass{Rule: rule, report: report}
}

// At reports a finding of the rule's usual severity on a node of the Python file.
func (p *Pass) At(n python.Node, message string, notes []NotePlace, fixes ...fixes.Fix) {
	p.Report(
		Diagnostic{
			Severity: p.Rule.Severity,
			File:     p.File.Path,
			Span:     n.Span(),
			Message:  message,
			Notes:    notes,
			Fixes:    fixes,
		},
	)
}

// DefaultDevice reports whether the project makes tensors on a GPU where nothing says where.
func (p *Pass) DefaultDevice() bool {
	words := knowledge.SetsDefaultDevice()
	for _, word := range words {
		if bytes.Contains(p.File.Text, []byte(word)) {
			return true
		}
	}
	return p.AnyElsewhere != nil && p.AnyElsewhere(words...)
}

// AtPlace reports a finding of the rule's usual severity at a place of the program, which may stand in another file.
func (p *Pass) AtPlace(at run.Place, message string, notes []NotePlace, fixes ...fixes.Fix) {
	p.Report(
		Diagnostic{
			Severity: p.Rule.Severity,
			File:     at.File(),
			Span:     at.Node.Span(),
			Message:  message,
			Notes:    notes,
			Fixes:    fixes,
		},
	)
}

// AtHazard reports a finding of the rule's usual severity where a step does something wrong: site is the place in
// the step's own file that leads there, the same one where no helper of another file does it.
func (p *Pass) AtHazard(at, site run.Place, message string, notes []NotePlace, fixes ...fixes.Fix) {
	p.AtHazardAs(p.Rule.Severity, at, site, message, notes, fixes...)
}

// AtHazardAs is AtHazard with a severity that the finding itself decides.
func (p *Pass) AtHazardAs(
	severity Severity,
	at, site run.Place,
	message string,
	notes []NotePlace,
	fixes ...fixes.Fix,
) {
	d := Diagnostic{Severity: severity, File: at.File(), Span: at.Node.Span()}
	d.Message, d.Notes, d.Fixes = message, notes, fixes
	if at.Node != site.Node {
		caller := p.NoteAt(site, "the call in the loop")
		d.Notes, d.Caller = append(d.Notes, caller), &caller
	}
	p.Report(d)
}

// NoteAt points at a place of the program.
func (p *Pass) NoteAt(at run.Place, message string) NotePlace {
	return NotePlace{File: at.File(), Span: at.Node.Span(), Message: message}
}

// Note points at a node of the Python file.
func (p *Pass) Note(n python.Node, message string) NotePlace {
	return NotePlace{File: p.File.Path, Span: n.Span(), Message: message}
}

// Report files a finding under the pass's rule, with the severity it carries. How far its fixes
// may be trusted follows from the versions that the project declares.
func (p *Pass) Report(d Diagnostic) {
	if d.Severity == Error && p.Rule.Raises && p.expected(d.File, d.Span) {
		return
	}
	d.Rule = p.Rule
	d.Fixes = p.runnable(d.Fixes)
	p.report(d)
}

// runnable are the fixes after which the program can run on a version that the project declares. One
// that does not run on all of them, or on some version where none is declared, is unsafe and says why.
func (p *Pass) runnable(list []fixes.Fix) []fixes.Fix {
	var kept []fixes.Fix
	for _, fix := range list {
		if !p.Versions.Speaks(fix.Needs) {
			continue
		}
		if missing := p.Versions.Missing(fix.Needs); len(missing) > 0 {
			fix.Safety = fix.Safety.Lower(fixes.Unsafe)
			fix.Title += ", which needs " + strings.Join(missing, " and ")
		}
		kept = append(kept, fix)
	}
	return kept
}
