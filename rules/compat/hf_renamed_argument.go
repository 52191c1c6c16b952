package compat

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// HFRenamedArgument flags arguments that transformers and trl have renamed.
var HFRenamedArgument = &rules.Rule{
	Name:         "hf-renamed-argument",
	Group:        rules.Compat,
	Severity:     rules.Warning,
	Raises:       true,
	Page:         page("hf-renamed-argument"),
	On:           rules.PythonFile,
	Words:        renameWords(),
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkRenamedArgument,
}

func renameWords() []string {
	var words []string
	for _, r := range renames {
		words = append(words, r.old+" "+r.library)
	}
	return append(words, "TrainingArguments **", "Trainer **") // whose options are gathered in another file
}

func checkRenamedArgument(p *rules.Pass) {
	e := pyedit.New(p.Python)
	for _, c := range p.Python.AllCalls() {
		if len(c.Args) == 0 {
			continue
		}
		of := argumentOwner(p.Python, c)
		if of.kind == "" && of.name == "" || replaced(p, strings.SplitN(of.name, ".", 2)[0]) {
			continue
		}
		for _, r := range renames {
			arg := c.Keyword(r.old)
			if arg != nil && of.takes(r) && p.Versions.Allows(r.library, ">="+r.since) && !p.Python.Guarded(c) &&
				!r.harmless(p.Python, arg) && !r.wanted(p) {
				r.report(p, e, c, arg)
			}
		}
	}
	checkGatheredRenamed(p)
}

// checkGatheredRenamed looks at what calls get out of a dictionary that was put together before:
// options["evaluation_strategy"] = "epoch", TrainingArguments(**options).
func checkGatheredRenamed(p *rules.Pass) {
	for _, g := range p.Train.GatheredKeywords() {
		of := ownerNamed(g.From)
		if of.kind == "" || replaced(p, strings.SplitN(of.name, ".", 2)[0]) || p.Python.Guarded(g.Call) {
			continue
		}
		for _, r := range renames {
			if r.old != g.Name || r.of == "model" || !of.takes(r) || !p.Versions.Allows(r.library, ">="+r.since) || r.wanted(p) {
				continue
			}
			p.Report(rules.Diagnostic{
				Severity: r.severity(p), File: p.File.Path, Span: g.Call.Func.Span(),
				Message: r.message(p) + "; it stands in what is spread here",
			})
		}
	}
}

func argumentOwner(m *python.Module, c *python.Call) owner {
	if o := ownerNamed(m.Resolve(c.Func)); o.kind != "" {
		return o
	}
	switch c.MethodName() {
	case "from_pretrained", "from_config":
		if name := m.Resolve(c.Receiver()); strings.HasPrefix(name, "transformers.") {
			return owner{kind: "from_pretrained", name: name, model: isModel(name)}
		}
	case "__init__":
		if super, ok := c.Receiver().(*python.Call); ok && m.Resolve(super.Func) == "super" {
			return subclassOwner(m, python.EnclosingClass(c), true)
		}
	}
	if class, ok := m.Definition(c.Func).(*python.Class); ok {
		return subclassOwner(m, class, false)
	}
	return owner{}
}

// subclassOwner is what a class of this file hands its arguments on to: its base, when it has no __init__ of its own,
// or where it calls the base's. One that hands all on that it has no parameter for does so, too.
func subclassOwner(m *python.Module, class *python.Class, inInit bool) owner {
	if class == nil {
		return owner{}
	}
	var own []string
	if method := m.Method(class, "__init__"); method != nil && !inInit {
		init, ok := method.(*python.Function)
		if !ok || !m.HandsKeywordsOn(init) {
			return owner{}
		}
		for _, p := range init.Params {
			own = append(own, p.Name)
		}
	}
	for _, base := range m.BaseNames(class) {
		if o := ownerNamed(base); o.kind != "" {
			o.except = own
			return o
		}
	}
	return owner{}
}

// harmless: load_in_8bit=False says nothing.
func (r renamed) harmless(m *python.Module, arg *python.Arg) bool {
	v, ok := m.Const(arg.Value)
	return r.of == "model" && ok && !v.Truthy() && !v.Default
}

func (r renamed) report(p *rules.Pass, e *pyedit.Editor, c *python.Call, arg *python.Arg) {
	p.Report(rules.Diagnostic{
		Severity: r.severity(p), File: p.File.Path, Span: arg.NameSpan,
		Message: r.message(p),
		Fixes:   r.fixes(p, e, c, arg),
	})
}

// message says since when an argument is another one, or gone.
func (r renamed) message(p *rules.Pass) string {
	what := "is deprecated since " + r.library + " " + r.since
	if r.removed != "" {
		what = "was removed in " + r.library + " " + r.removed
		if !p.Versions.Allows(r.library, ">="+r.removed) {
			what = "is deprecated, and gone in " + r.library + " " + r.removed
		}
	}
	advice := r.advice
	if r.new != "" {
		advice = "it is " + r.new + " now"
	}
	return fmt.Sprintf("%s= %s: %s", r.old, what, advice)
}

func (r renamed) severity(p *rules.Pass) rules.Severity {
	switch {
	case r.removed != "" && p.Versions.Requires(r.library, ">="+r.removed):
		return rules.Error
	case r.removed == "" && !p.Versions.Requires(r.library, ">="+r.since):
		return rules.Note // it works, and may have to
	case r.older(p) && !p.Versions.Allows(r.library, ">="+r.removed):
		return rules.Note
	}
	return rules.Warning
}

// wanted reports whether the old name is the one to write: it works in every release, and the project says that it runs
// on some that do not know the new one.
func (r renamed) wanted(p *rules.Pass) bool { return r.removed == "" && r.older(p) }

// older reports whether the project says that it runs on versions without the
// new name.
func (r renamed) older(p *rules.Pass) bool {
	floor, ok := p.Versions.Floor(r.library)
	return ok && floor.Compare(version(r.since)) < 0
}

func (r renamed) fixes(p *rules.Pass, e *pyedit.Editor, c *python.Call, arg *python.Arg) []fixes.Fix {
	needs := r.library + ">=" + r.since
	switch {
	case r.new != "" && c.Keyword(r.new) == nil:
		plan := pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: arg.NameSpan, New: r.new}}}
		if c.Spreads() {
			plan.Safety = fixes.Unsafe // what is spread may hold the new name
		}
		return plan.Need(needs).Fixes("rename to "+r.new, fixes.Safe)
	case r.of == "model" && p.Python.IsTrue(arg.Value) && c.Keyword("quantization_config") == nil && !c.Spreads():
		config, plan := e.Import(c, "transformers", "BitsAndBytesConfig")
		value := fmt.Sprintf("quantization_config=%s(%s=True)", config, r.old)
		edit := pyedit.Plan{Edits: []fixes.Edit{{File: p.File.Path, Span: arg.Span(), New: value}}}
		return plan.And(edit).Need(needs).Fixes("use quantization_config", fixes.Unsafe)
	}
	return nil
}
