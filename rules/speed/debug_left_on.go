package speed

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// DebugLeftOn finds debugging aids that slow every step of a run.
var DebugLeftOn = &rules.Rule{
	Name:     "debug-left-on",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Page:     page("debug-left-on"),
	On:       rules.PythonFile,
	Words:    []string{"detect_anomaly", "CUDA_LAUNCH_BLOCKING", "full_determinism", "underflow_overflow", "profile torch", "backward", "optim", "loader"},
	Check:    checkDebugLeftOn,
}

func checkDebugLeftOn(p *rules.Pass) {
	e := pyedit.New(p.Python)
	checkAnomaly(p, p.Python, e)
	checkLaunchBlocking(p, p.Python, e)
	checkTrainerDebug(p, e)
	checkWholeRunProfiler(p)
	if !p.Train.Trains() {
		return
	}
	for _, u := range p.Train.Imported() { // what a module does when it is imported holds for the program
		if bytes.Contains(u.Module.File.Text, []byte("detect_anomaly")) || bytes.Contains(u.Module.File.Text, []byte(launchBlocking)) {
			checkAnomaly(p, u.Module, nil)
			checkLaunchBlocking(p, u.Module, nil)
		}
	}
}

// always reports whether n runs whenever the program trains: outside any condition
// but that of the main program, in no test.
func always(m *python.Module, n python.Node) bool {
	for from, at := n, n.Parent(); at != nil; from, at = at, at.Parent() {
		switch at := at.(type) {
		case *python.If:
			if from != python.Node(at.Test) && !strings.Contains(m.File.Slice(at.Test.Span()), "cuda") && !asksMain(m, at.Test) {
				return false
			}
		case *python.IfExp, *python.Handler, *python.Lambda:
			return false
		case *python.Function:
			if strings.HasPrefix(at.Name, "test") || strings.Contains(at.Name, "debug") {
				return false
			}
		case *python.Class:
			if strings.HasPrefix(at.Name, "Test") || strings.HasSuffix(at.Name, "Test") {
				return false
			}
		}
	}
	return true
}

// asksMain reports whether a test is the one of the main program. What stands under it in a module that is imported does
// not run.
func asksMain(m *python.Module, test python.Expr) bool {
	return strings.Contains(m.File.Slice(test.Span()), "__main__")
}

// holds reports whether a switch at n holds for training: the file has a training loop, or the module or its main
// function starts one; in a module that the file imports, it is set by the import.
func holds(p *rules.Pass, m *python.Module, n python.Node) bool {
	fn := python.EnclosingFunction(n)
	if m != p.Python {
		return fn == nil && python.EnclosingClass(n) == nil && !underMain(m, n)
	}
	return p.Train.Trains() || (fn == nil || mainFunction.MatchString(fn.Name)) && p.Train.StartsTraining()
}

func underMain(m *python.Module, n python.Node) bool {
	for ; n != nil; n = n.Parent() {
		if gate, ok := n.(*python.If); ok && asksMain(m, gate.Test) {
			return true
		}
	}
	return false
}

var mainFunction = regexp.MustCompile(`^(main(_worker)?|train\w*|run\w*)$`)

func checkAnomaly(p *rules.Pass, m *python.Module, e *pyedit.Editor) {
	for _, c := range m.Calls("torch.autograd.set_detect_anomaly", "torch.autograd.anomaly_mode.set_detect_anomaly",
		"torch.autograd.detect_anomaly", "torch.autograd.anomaly_mode.detect_anomaly") {
		if python.LastName(c.Func) == "set_detect_anomaly" {
			if mode := m.Argument(c, "mode", 0); mode.Presence != python.Given || !m.IsTrue(mode.Value) {
				continue
			}
		}
		if !always(m, c) || !holds(p, m, c) {
			continue
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok && e != nil {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		report(p, m, c, fmt.Sprintf("%s is on for the whole run: every operation records a stack trace and every "+
			"gradient is checked for NaN; put it behind a flag",
			m.File.Slice(c.Span())), fix...)
	}
}

const launchBlocking = "CUDA_LAUNCH_BLOCKING"

func checkLaunchBlocking(p *rules.Pass, m *python.Module, e *pyedit.Editor) {
	python.WalkBody(m.Body, func(n python.Node) bool {
		s, ok := n.(*python.Assign)
		if !ok || len(s.Targets) != 1 || !setsEnvironment(m, s.Targets[0]) || !isOne(m, s.Value) || !always(m, s) || !holds(p, m, s) {
			return true
		}
		var fix []fixes.Fix
		if e != nil {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		report(p, m, s.Targets[0], launchBlocking+"=1 makes Python wait for every CUDA kernel: nothing overlaps any "+
			"longer; set it in the shell when you debug", fix...)
		return true
	})
}

// report files a finding in one of the program's files.
func report(p *rules.Pass, m *python.Module, n python.Node, message string, list ...fixes.Fix) {
	p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: m.File.Path, Span: n.Span(), Message: message, Fixes: list})
}

// setsEnvironment: os.environ["CUDA_LAUNCH_BLOCKING"].
func setsEnvironment(m *python.Module, target python.Expr) bool {
	sub, ok := target.(*python.Subscript)
	if !ok || len(sub.Index) != 1 || m.Resolve(sub.Value) != "os.environ" {
		return false
	}
	key, ok := m.Const(sub.Index[0])
	return ok && key.Str == launchBlocking
}

func isOne(m *python.Module, e python.Expr) bool {
	if c, ok := e.(*python.Call); ok && m.Resolve(c.Func) == "str" && len(c.Args) == 1 {
		e = c.Args[0].Value
	}
	v, ok := m.Const(e)
	return ok && !v.Default && (v.Str == "1" || v.Kind == python.IntValue && v.Int == 1)
}

// trainerDebug are the arguments of trainers that switch debugging on.
var trainerDebug = []struct{ argument, value, cost string }{
	{"full_determinism", "True", "deterministic kernels only, and CUDA_LAUNCH_BLOCKING=1"},
	{"debug", "underflow_overflow", "every module's inputs and outputs are checked in every step"},
	{"detect_anomaly", "True", "every operation records a stack trace"},
}

func checkTrainerDebug(p *rules.Pass, e *pyedit.Editor) {
	for _, c := range p.Python.AllCalls() {
		name := p.Python.Resolve(c.Func)
		if !knowledge.IsTrainingArguments(name) && !lightningTrainer[name] || !always(p.Python, c) {
			continue
		}
		for _, d := range trainerDebug {
			arg := c.Keyword(d.argument)
			if arg == nil || !hasValue(p, arg.Value, d.value) {
				continue
			}
			p.At(arg, fmt.Sprintf("%s is on for the whole run: %s; put it behind a flag", p.File.Slice(arg.Span()), d.cost),
				nil, e.RemoveArgument(c, arg).Fixes("drop "+d.argument, fixes.Unsafe)...)
		}
	}
}

var lightningTrainer = set("pytorch_lightning.Trainer", "lightning.Trainer", "lightning.pytorch.Trainer")

func hasValue(p *rules.Pass, e python.Expr, value string) bool {
	if value == "True" {
		return p.Python.IsTrue(e)
	}
	v, ok := p.Python.Const(e)
	return ok && v.Kind == python.StringValue && !v.Default && strings.Contains(v.Str, value)
}

// checkWholeRunProfiler finds a profiler without a schedule around all epochs.
func checkWholeRunProfiler(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.profiler.profile", "torch.autograd.profiler.profile") {
		if _, ok := c.Parent().(*python.WithItem); !ok || !always(p.Python, c) || p.Python.Argument(c, "schedule", -1).Presence != python.Absent ||
			p.Python.Argument(c, "enabled", 0).Presence != python.Absent && p.Python.Resolve(c.Func) == "torch.autograd.profiler.profile" {
			continue
		}
		if loop := p.Train.Around(c); loop != nil {
			p.At(c, "the profiler has no schedule and runs over all epochs: it keeps every event of the run in host "+
				"memory; give it a schedule",
				[]rules.NotePlace{p.NoteAt(loop.Head(), "the epochs")})
		}
	}
}
