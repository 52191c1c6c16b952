package compat

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// checkVariable: since torch 0.4 a Variable is a tensor, detached from the graph.
// volatile is taken and ignored.
func checkVariable(p *rules.Pass, e *pyedit.Editor) {
	for _, u := range uses(p.Python, "torch.autograd.Variable", "torch.autograd.variable.Variable") {
		d := rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: u.ref.Span()}
		d.Message = "torch.autograd.Variable does nothing since torch 0.4: tensors carry gradients themselves"
		switch {
		case u.kind != called:
			d.Severity = rules.Note
		case volatile(p.Python, u.call):
			d.Message = "volatile=True does nothing since torch 0.4: this forward pass keeps its graph; use torch.no_grad()"
		default:
			d.Fixes = unwrapVariable(p, e, u)
		}
		p.Report(d)
	}
}

func volatile(m *python.Module, c *python.Call) bool {
	arg := m.Argument(c, "volatile", 2)
	return arg.Presence == python.Given && m.IsTrue(arg.Value)
}

// unwrapVariable makes Variable(x) x.
func unwrapVariable(p *rules.Pass, e *pyedit.Editor, u use) []fixes.Fix {
	if len(u.call.Args) != 1 || u.call.Args[0].Star > 0 || u.call.Args[0].Name != "" {
		return nil
	}
	inner := u.call.Args[0].Value
	plan := e.ReplaceExpression(u.call, e.Text(inner))
	return orphans(p.Python, u.ref, plan).Fixes("use the tensor itself", fixes.Unsafe)
}

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
		if declaresOlder(p, "2.7") {
			severity = rules.Warning
		}
		if !p.Python.IsFalse(arg.Value) {
			plan = plan.Need("torch>=2.7") // older versions print the learning rate
		}
		p.Report(rules.Diagnostic{
			Severity: severity, File: p.File.Path, Span: arg.Span(),
			Message: fmt.Sprintf("%s takes no verbose since torch 2.7 and raises TypeError: drop it, and print scheduler.get_last_lr() where you want it",
				name[strings.LastIndexByte(name, '.')+1:]),
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

// tf32Switches are the old switches and what torch 2.9 wants in their place.
var tf32Switches = map[string]string{
	"torch.backends.cuda.matmul.allow_tf32": "torch.backends.cuda.matmul.fp32_precision",
	"torch.backends.cudnn.allow_tf32":       "torch.backends.cudnn.conv.fp32_precision",
}

// checkAllowTF32: torch 2.9 warns at each use. A project that may run on older
// versions too, which lack fp32_precision, gets a note.
func checkAllowTF32(p *rules.Pass) {
	if !p.Versions.Allows("torch", ">=2.9") {
		return
	}
	severity := rules.Note
	if p.Versions.Requires("torch", ">=2.9") {
		severity = rules.Warning
	}
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		a, ok := n.(*python.Attribute)
		if !ok || a.Attr != "allow_tf32" {
			return true
		}
		old := p.Python.Resolve(a)
		to := tf32Switches[old]
		if to == "" || p.Python.Guarded(a) {
			return true
		}
		p.Report(rules.Diagnostic{
			Severity: severity, File: p.File.Path, Span: a.Span(),
			Message: fmt.Sprintf("%s warns since torch 2.9: use %s = %s", old, to, precisionFor(p.Python, a)),
			Fixes:   precisionFix(p, a, to),
		})
		return false
	})
}

// assignedTo is the value that an attribute is set to, nil where it is read.
func assignedTo(a *python.Attribute) python.Expr {
	s, ok := a.Parent().(*python.Assign)
	if !ok || len(s.Targets) != 1 || s.Targets[0] != python.Expr(a) {
		return nil
	}
	return s.Value
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

// precisionFix rewrites a switch that is set to a literal. Unsafe: torch raises
// where a program uses the old and the new switches side by side.
func precisionFix(p *rules.Pass, a *python.Attribute, to string) []fixes.Fix {
	value := assignedTo(a)
	if k, ok := value.(*python.Constant); !ok || k.Kind == python.None {
		return nil
	}
	e := pyedit.New(p.Python)
	base := e.Text(a.Value)
	new := base + strings.TrimPrefix(to, p.Python.Resolve(a.Value))
	return e.ReplaceExpression(a, new).And(e.ReplaceExpression(value, precisionFor(p.Python, a))).Fixes("set "+to, fixes.Unsafe)
}
