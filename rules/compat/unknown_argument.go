package compat

import (
	"fmt"
	"github.com/trainlint/trainlint/analyzers/source"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// UnknownArgument finds keywords that a library's class does not take, and calls without what it cannot do without.
var UnknownArgument = &rules.Rule{
	Name:         "unknown-argument",
	Group:        rules.Compat,
	Severity:     rules.Error,
	Raises:       true,
	Page:         page("unknown-argument"),
	On:           rules.PythonFile,
	Words:        append(knowledge.ConstructorWords(), "autocast", "torchmetrics"),
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkUnknownArgument,
}

func checkUnknownArgument(p *rules.Pass) {
	for _, c := range p.Python.AllCalls() {
		judgeMissing(p, c)
		if !slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return a.Name != "" && a.Star == 0 }) {
			continue
		}
		name := p.Python.Resolve(c.Func)
		if name == knowledge.Partial && len(c.Args) > 0 && c.Args[0].Name == "" && c.Args[0].Star == 0 {
			name = p.Python.Resolve(c.Args[0].Value) // partial(torch.optim.AdamW, learning_rate=1e-3)
		}
		judgeArguments(p, c, name)
		judgeMethod(p, c)
	}
	for _, heir := range p.Train.InheritedConstructors() { // class MyTrainer(Trainer) without an __init__ of its own
		judgeArguments(p, heir.Call, heir.From)
	}
	for _, g := range p.Train.GatheredKeywords() { // AdamW(params, **options)
		if made, ok := judged(p, g.Call, g.From); ok && !hasItsOwnRule(made, ownerNamed(g.From), g.Name) {
			judgeArgument(p, made, keyword{name: g.Name, span: g.Call.Func.Span()})
		}
	}
}

// keyword is a keyword of a call, and where to point: written is set where it stands in the call.
type keyword struct {
	name    string
	span    source.Span
	written bool
}

// judgeArguments judges the keywords of a call of a library's class, or of one that has its constructor.
func judgeArguments(p *rules.Pass, c *python.Call, name string) {
	made, ok := judged(p, c, name)
	if !ok {
		return
	}
	of := ownerNamed(name)
	for _, arg := range c.Args {
		if arg.Name != "" && arg.Star == 0 && !hasItsOwnRule(made, of, arg.Name) {
			judgeArgument(p, made, keyword{arg.Name, arg.NameSpan, true})
		}
	}
}

// judgeMethod judges the keywords of a method of an object whose class is known: trainer.fit(model,
// train_dataloader=…).
func judgeMethod(p *rules.Pass, c *python.Call) {
	if c.Receiver() == nil || !knowledge.IsMethodRead(c.MethodName()) {
		return
	}
	made, ok := judged(p, c, p.Python.TypeOf(c.Receiver()))
	if made.Class += "." + c.MethodName(); !ok || len(knowledge.TakenBy(made.Library).Arguments(made.Class)) == 0 {
		return
	}
	for _, arg := range c.Args {
		if arg.Name != "" && arg.Star == 0 {
			judgeArgument(p, made, keyword{arg.Name, arg.NameSpan, true})
		}
	}
}

// judged is what is known of a library's class, where a call of it is judged.
func judged(p *rules.Pass, c *python.Call, name string) (knowledge.Constructor, bool) {
	made, ok := knowledge.ConstructorOf(name)
	return made, ok && !p.Python.Guarded(c) && !replaced(p, made.Library) && p.Owns != nil &&
		!p.Owns(strings.SplitN(name, ".", 2)[0])
}

// judgeMissing reports a call without an argument that its function has no default for.
func judgeMissing(p *rules.Pass, c *python.Call) {
	name := p.Python.Resolve(c.Func)
	needed, ok := knowledge.CannotDoWithout(name)
	if !ok || p.Python.Argument(c, needed.Name, needed.Position).Presence != python.Absent || p.Python.Guarded(c) ||
		!p.Versions.Allows(needed.Package, ">="+needed.Since) {
		return
	}
	d := rules.Diagnostic{Severity: rules.Error, File: p.File.Path, Span: c.Func.Span()}
	since := ""
	if needed.Since != "" {
		since = fmt.Sprintf(" since %s %s", needed.Package, needed.Since)
		if !p.Versions.Requires(needed.Package, ">="+needed.Since) {
			d.Severity = rules.Warning
		}
	}
	d.Message = fmt.Sprintf("%s wants %s%s and raises TypeError without: say %s", name, needed.Name, since, needed.Say)
	if needed.Add != "" {
		d.Fixes = pyedit.New(p.Python).AddKeyword(c, needed.Name, needed.Add).
			Fixes("add "+needed.Name+"="+needed.Add, fixes.Unsafe)
	}
	p.Report(d)
}

// hasItsOwnRule: renamed arguments say more in hf-renamed-argument, and verbose of a scheduler in deprecated-symbol.
func hasItsOwnRule(made knowledge.Constructor, of owner, name string) bool {
	return slices.ContainsFunc(renames, func(r renamed) bool { return r.old == name && of.takes(r) }) ||
		made.Library == "torch" && name == "verbose"
}

func judgeArgument(p *rules.Pass, made knowledge.Constructor, arg keyword) {
	d := rules.Diagnostic{Severity: rules.Error, File: p.File.Path, Span: arg.span}
	switch found := ask.Refused(p.Versions, made, arg.name); found.Refusal {
	case ask.Taken:
		return
	case ask.Never:
		read := knowledge.TakenBy(made.Library)
		d.Message = fmt.Sprintf(
			"%s takes no %s= in any release of %s from %s to %s and raises TypeError",
			made.Class,
			arg.name,
			made.Library,
			read.Oldest,
			read.Newest,
		)
		if near := ask.Nearest(arg.name, ask.TakenNow(made)); near != "" {
			d.Message += fmt.Sprintf(": did you mean %s=?", near)
			if arg.written {
				plan := pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: arg.span, New: near}}}
				d.Fixes = plan.Fixes("rename to "+near, fixes.Unsafe)
			}
		}
	case ask.Other:
		d.Message = fmt.Sprintf("%s takes %s= %s only, and this project declares other releases of %s: it raises TypeError%s",
			made.Class, arg.name, ask.Spoken(found.Runs), found.Library, advice(made, arg))
	case ask.Gone:
		d.Severity = rules.Warning
		d.Message = fmt.Sprintf("%s takes no %s= since %s %s and raises TypeError%s", made.Class, arg.name, found.Library,
			found.Runs[len(found.Runs)-1].Until, advice(made, arg))
	}
	if !arg.written {
		d.Message += "; it stands in what is spread here"
	}
	p.Report(d)
}

// advice is what to do about an argument that is gone, "" where nothing is known.
func advice(made knowledge.Constructor, arg keyword) string {
	if said := instead[made.Library+"."+made.Class+"."+arg.name]; said != "" {
		return ": " + said
	}
	return ""
}
