package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// checkSchedulerVerbose: torch 2.2 deprecated verbose of every scheduler, torch 2.7
// removed it.
func checkSchedulerVerbose(p *rules.Pass, e *pyedit.Editor) {
	if !p.Versions.Allows("torch", ">=2.7") {
		return
	}
	for _, c := range p.Python.AllCalls() {
		arg := c.Keyword("verbose")
		name := p.Python.Resolve(c.Func)
		if arg == nil || !strings.HasPrefix(name, "torch.optim.lr_scheduler.") || p.Python.Guarded(c) {
			continue
		}
		severity, plan := rules.Error, e.RemoveArgument(c, arg)
		if p.Versions.MayBeOlder("torch", "2.7") {
			severity = rules.Warning
		}
		if !p.Python.IsFalse(arg.Value) {
			plan = plan.Need("torch>=2.7") // older versions print the learning rate
		}
		p.Report(rules.Diagnostic{
			Severity: severity, File: p.File.Path, Span: arg.Span(),
			Message: fmt.Sprintf(
				"%s takes no verbose since torch 2.7 and raises TypeError: drop it, and print scheduler.get_last_lr() where you want it",
				name[strings.LastIndexByte(name, '.')+1:],
			),
			Fixes: plan.Fixes("drop verbose", fixes.Safe),
		})
	}
}

// checkPinMemoryDevice: torch 2.9 pins for the current accelerator whatever it says.
func checkPinMemoryDevice(p *rules.Pass, e *pyedit.Editor) {
	if !p.Versions.Allows("torch", ">=2.9") {
		return
	}
	for _, c := range p.Python.Calls("torch.utils.data.DataLoader") {
		arg := c.Keyword("pin_memory_device")
		if arg == nil || p.Python.Guarded(c) {
			continue
		}
		if v, ok := p.Python.Const(arg.Value); ok && v.Kind == python.StringValue && v.Str == "" {
			continue
		}
		p.At(arg, "pin_memory_device is ignored with a warning since torch 2.9: the current accelerator is used; drop it",
			nil, e.RemoveArgument(c, arg).Need("torch>=2.9").Fixes("drop pin_memory_device", fixes.Safe)...)
	}
}

// complexAt is where torch.stft takes return_complex.
const complexAt = 9

// checkStft: torch 1.8 warned that torch.stft of real numbers has to say whether it gives complex ones, torch 2.0
// raises.
func checkStft(p *rules.Pass) {
	if !p.Versions.Allows("torch", ">=2.0") {
		return
	}
	for _, c := range p.Python.Calls("torch.stft") {
		starred := slices.ContainsFunc(c.Args, func(a *python.Arg) bool { return a.Star > 0 })
		said := c.Keyword("return_complex") != nil || len(c.Args) > complexAt && c.Args[complexAt].Name == ""
		if starred || said || len(c.Args) == 0 || givesComplex(c.Args[0].Value) || p.Python.Guarded(c) ||
			python.InHandler(c) {
			continue
		}
		severity := rules.Error
		if p.Versions.MayBeOlder("torch", "2.0") {
			severity = rules.Warning
		}
		p.Report(rules.Diagnostic{
			Severity: severity, File: p.File.Path, Span: c.Span(),
			Message: "torch.stft without return_complex raises RuntimeError since torch 2.0: torch.view_as_real(torch.stft(…, return_complex=True)) gives what it gave before",
		})
	}
}

// givesComplex reports whether an expression speaks of complex numbers: of these torch.stft gives complex ones anyway.
func givesComplex(e python.Expr) bool {
	return python.MentionsIn(e, func(word string) bool { return strings.Contains(strings.ToLower(word), "complex") })
}

// checkAsync: Python 3.7 made async a keyword, and torch 0.4.1 had renamed the argument before. A file that still has
// it parses nowhere that a torch of today runs, and nothing edits a file that does not parse.
func checkAsync(p *rules.Pass) {
	if !p.Versions.Allows("torch", ">=0.4.1") { // which runs on a Python that has no such keyword
		return
	}
	for _, c := range p.Python.AllCalls() {
		arg := c.Keyword("async")
		if arg == nil || !slices.Contains([]string{"cuda", "to", "type"}, c.MethodName()) {
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Error, File: p.File.Path, Span: arg.Span(),
			Message: "async is a keyword since Python 3.7 and makes the file a SyntaxError: the argument is called non_blocking since torch 0.4.1",
		})
	}
}

// tf32Switches are the old switches and what torch 2.9 has in their place.
var tf32Switches = map[string]string{
	"torch.backends.cuda.matmul.allow_tf32": "torch.backends.cuda.matmul.fp32_precision",
	"torch.backends.cudnn.allow_tf32":       "torch.backends.cudnn.conv.fp32_precision",
}

// checkAllowTF32: the old switches work in every version (2.9.0 alone warns), and the new ones are not
// ready: torch.compile still reads the old ones, which raises once a new one is set (2.9 to 2.15,
// pytorch/pytorch issue 166387). Only a project that has left older versions behind hears of it.
func checkAllowTF32(p *rules.Pass) {
	if !p.Versions.Requires("torch", ">=2.9") {
		return
	}
	for _, a := range p.Python.Attributes(func(name string) bool { return name == "allow_tf32" }) {
		old := p.Python.Resolve(a)
		to := tf32Switches[old]
		if to == "" || p.Python.Guarded(a) {
			continue
		}
		p.Report(rules.Diagnostic{
			Severity: rules.Note, File: p.File.Path, Span: a.Span(),
			Message: fmt.Sprintf(
				"%s is to be replaced by %s = %s: change all switches at once, and not where torch.compile is used, which raises "+
					"when only the new ones are set",
				old,
				to,
				precisionFor(p.Python, a),
			),
			Fixes: precisionFix(p, a, to),
		})
	}
}

// assignedTo is the value that an attribute alone is set to, nil where it is read.
func assignedTo(a *python.Attribute) python.Expr {
	if s := a.Assignment(); s != nil && len(s.Targets) == 1 {
		return s.Value
	}
	return nil
}

// precisionFor is the precision that a value of allow_tf32 stands for.
func precisionFor(m *python.Module, a *python.Attribute) string {
	switch value := assignedTo(a); {
	case value == nil:
		return `"tf32" or "ieee"`
	case m.IsTrue(value):
		return `"tf32"`
	case m.IsFalse(value):
		return `"ieee"`
	}
	return `"tf32" or "ieee"`
}

// precisionFix rewrites a switch that is set to a literal. It is only shown: torch raises
// where a program, or torch itself, uses the old and the new switches side by side.
func precisionFix(p *rules.Pass, a *python.Attribute, to string) []fixes.Fix {
	value := assignedTo(a)
	if k, ok := value.(*python.Constant); !ok || k.Kind == python.None {
		return nil
	}
	e := pyedit.New(p.Python)
	base := e.Text(a.Value)
	new := base + strings.TrimPrefix(to, p.Python.Resolve(a.Value))
	return e.ReplaceExpression(a, new).
		And(e.ReplaceExpression(value, precisionFor(p.Python, a))).
		Need("torch>=2.9").
		Fixes("set "+to, fixes.Shown)
}
