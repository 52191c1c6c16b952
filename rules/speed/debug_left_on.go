package speed

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// DebugLeftOn finds debugging aids that slow every step of a run.
var DebugLeftOn = &rules.Rule{
	Name:     "debug-left-on",
	Group:    rules.Speed,
	Severity: rules.Warning,
	Page:     page("debug-left-on"),
	On:       rules.PythonFile | rules.Job,
	Words: []string{
		"NCCL_DEBUG",
		"TORCH_DISTRIBUTED_DEBUG",
		"detect_anomaly",
		"CUDA_LAUNCH_BLOCKING",
		"full_determinism",
		"underflow_overflow",
		"profile torch",
		"backward",
		"optim",
		"loader",
	},
	Check: checkDebugLeftOn,
}

func checkDebugLeftOn(p *rules.Pass) {
	if p.Job != nil {
		checkLauncherDebug(p)
		return
	}
	e := pyedit.New(p.Python)
	checkAnomaly(p, p.Python, e)
	checkLaunchBlocking(p, p.Python, e)
	checkTrainerDebug(p, e)
	checkWholeRunProfiler(p)
	checkAnomalyInHelpers(p)
	if p.AnyElsewhere == nil ||
		!p.AnyElsewhere("set_detect_anomaly", "detect_anomaly", knowledge.LaunchBlocking, "."+knowledge.LaunchBlocking) ||
		!p.Train.Trains() && !p.Train.StartsTraining() {
		return
	}
	for _, u := range p.Train.Imported() { // what a module does when it is imported holds for the program
		if bytes.Contains(u.Module.File.Text, []byte("detect_anomaly")) ||
			bytes.Contains(u.Module.File.Text, []byte(knowledge.LaunchBlocking)) {
			checkAnomaly(p, u.Module, nil)
			checkLaunchBlocking(p, u.Module, nil)
		}
	}
}

// always reports whether n runs whenever the program trains: outside any condition
// but that of the main program, in no test.
func always(m *python.Module, n python.Node) bool {
	for _, g := range python.GatesOf(n) {
		if _, chosen := g.Test.Parent().(*python.IfExp); chosen ||
			!strings.Contains(m.File.Slice(g.Test.Span()), "cuda") && !python.AsksMain(g.Test) {
			return false
		}
	}
	return !python.InLambda(n) && !python.InHandler(n) && !aside(n) && !ask.InTest(m.File.Path)
}

// aside reports whether a node stands in a test, or in a function for debugging.
func aside(n python.Node) bool {
	for _, fn := range python.FunctionsAround(n) {
		if strings.HasPrefix(fn.Name, "test") || strings.Contains(fn.Name, "debug") {
			return true
		}
	}
	class := python.EnclosingClass(n)
	return class != nil && (strings.HasPrefix(class.Name, "Test") || strings.HasSuffix(class.Name, "Test"))
}

// holds reports whether a switch at n holds for training: the file has a training loop, or the module or its main
// function starts one; in a module that the file imports, it is set by the import.
func holds(p *rules.Pass, m *python.Module, n python.Node) bool {
	fn := python.EnclosingFunction(n)
	if m != p.Python {
		return fn == nil && python.EnclosingClass(n) == nil && !underMain(n)
	}
	return p.Train.Trains() || ofNetwork(m, n) || (fn == nil || knowledge.NamesMain(fn.Name)) && p.Train.StartsTraining()
}

// ofNetwork reports whether n runs when a network is defined, made or run: in the body, the constructor or the forward
// pass of a class that has one. Who trains it may find it by a name in a registry.
func ofNetwork(m *python.Module, n python.Node) bool {
	class, fn := python.EnclosingClass(n), python.EnclosingFunction(n)
	if class == nil || fn != nil && (fn.Parent() != python.Node(class) || fn.Name != "__init__" && fn.Name != "forward") {
		return false
	}
	return m.Method(class, "forward") != nil
}

func underMain(n python.Node) bool {
	return slices.ContainsFunc(python.GatesOf(n), func(g python.Gate) bool { return python.AsksMain(g.Test) })
}

func checkAnomaly(p *rules.Pass, m *python.Module, e *pyedit.Editor) {
	for _, c := range m.Calls("torch.autograd.set_detect_anomaly", "torch.autograd.anomaly_mode.set_detect_anomaly",
		"torch.autograd.detect_anomaly", "torch.autograd.anomaly_mode.detect_anomaly") {
		if strings.HasSuffix(m.Resolve(c.Func), ".set_detect_anomaly") {
			if mode := m.Argument(c, "mode", 0); mode.Presence != python.Given || !m.IsTrue(mode.Value) {
				continue
			}
		}
		if !always(m, c) || !holds(p, m, c) || onlyTries(c) {
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

// checkAnomalyInHelpers finds the switch in a function of another file that this one calls wherever it trains:
// setup.prepare(seed).
func checkAnomalyInHelpers(p *rules.Pass) {
	if p.AnyElsewhere == nil || !p.AnyElsewhere("set_detect_anomaly") || !p.Train.Trains() && !p.Train.StartsTraining() {
		return
	}
	for _, c := range p.Train.CalledOnTheWay("torch.autograd.set_detect_anomaly",
		"torch.autograd.anomaly_mode.set_detect_anomaly") {
		m := c.Unit.Module
		mode := m.Argument(c.Node, "mode", 0)
		if mode.Presence != python.Given || !m.IsTrue(mode.Value) || !always(m, c.Node) {
			continue
		}
		sure := true
		for up := c.Caller; up != nil && sure; up = up.Caller {
			sure = up.At != nil && always(up.Unit.Module, up.At) &&
				(up.Unit.Module != p.Python || up.Caller != nil || holds(p, p.Python, up.At))
		}
		if sure {
			report(p, m, c.Node, fmt.Sprintf("%s is on for the whole run: every operation records a stack trace and every "+
				"gradient is checked for NaN; put it behind a flag",
				m.File.Slice(c.Node.Span())))
		}
	}
}

// onlyTries reports whether a context manager is around one batch that is tried, and not around the training.
func onlyTries(c *python.Call) bool {
	item, ok := c.Parent().(*python.WithItem)
	if !ok {
		return false
	}
	with, ok := item.Parent().(*python.With)
	return ok && train.TriesOneBatch(with)
}

func checkLaunchBlocking(p *rules.Pass, m *python.Module, e *pyedit.Editor) {
	for _, set := range m.EnvironmentSettings(knowledge.LaunchBlocking) {
		s, ok := set.Node.(*python.Assign)
		if !ok || !set.Own || len(s.Targets) != 1 || !isOne(m, s.Value) || !always(m, s) || !holds(p, m, s) {
			continue
		}
		if m == p.Python {
			if use, _ := p.Train.CUDABefore(s); use != nil { // the driver has read it by then, and it does nothing
				continue
			}
		}
		var fix []fixes.Fix
		if e != nil {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		report(
			p,
			m,
			s.Targets[0],
			knowledge.LaunchBlocking+"=1 makes Python wait for every CUDA kernel: nothing overlaps any "+
				"longer; set it in the shell when you debug",
			fix...)
	}
}

// report files a finding in one of the program's files.
func report(p *rules.Pass, m *python.Module, n python.Node, message string, list ...fixes.Fix) {
	p.Report(rules.Diagnostic{Severity: p.Rule.Severity, File: m.File.Path, Span: n.Span(), Message: message, Fixes: list})
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
		if !knowledge.IsTrainingArguments(name) && !knowledge.IsLightningTrainer(name) || !always(p.Python, c) {
			continue
		}
		for _, d := range trainerDebug {
			given := p.Python.Argument(c, d.argument, -1)
			if given.Presence != python.Given || !hasValue(p, given.Value, d.value) {
				continue
			}
			arg := given.Direct
			if arg == nil { // Trainer(**options)
				p.At(given.Value, fmt.Sprintf("%s=%s is on for the whole run: %s; put it behind a flag", d.argument,
					p.File.Slice(given.Value.Span()), d.cost), nil)
				continue
			}
			p.At(arg, fmt.Sprintf("%s is on for the whole run: %s; put it behind a flag", p.File.Slice(arg.Span()), d.cost),
				nil, e.RemoveArgument(c, arg).Fixes("drop "+d.argument, fixes.Unsafe)...)
		}
	}
}

func hasValue(p *rules.Pass, e python.Expr, value string) bool {
	if value == "True" {
		return p.Python.IsTrue(e)
	}
	v, ok := p.Python.Const(e)
	return ok && v.Kind == python.StringValue && !v.Default && strings.Contains(v.Str, value)
}

// onlyIfAsked reports whether the function around a node is called under conditions only: if "profile" in config.
func onlyIfAsked(m *python.Module, n python.Node) bool {
	fn := python.EnclosingFunction(n)
	if fn == nil {
		return false
	}
	called := false
	for _, c := range m.AllCalls() {
		if m.Definition(c.Func) != python.Node(fn) {
			continue
		}
		if called = true; always(m, c) {
			return false
		}
	}
	return called
}

// checkWholeRunProfiler finds a profiler without a schedule around all epochs.
func checkWholeRunProfiler(p *rules.Pass) {
	for _, c := range p.Python.Calls("torch.profiler.profile", "torch.autograd.profiler.profile") {
		if _, ok := c.Parent().(*python.WithItem); !ok || !always(p.Python, c) ||
			p.Python.Argument(c, "schedule", -1).Presence != python.Absent ||
			p.Python.Argument(c, "enabled", 0).Presence != python.Absent &&
				p.Python.Resolve(c.Func) == "torch.autograd.profiler.profile" {
			continue
		}
		if loop := p.Train.Around(c); loop != nil && !onlyIfAsked(p.Python, c) {
			p.At(c, "the profiler has no schedule and runs over all epochs: it keeps every event of the run in host "+
				"memory; give it a schedule",
				[]rules.NotePlace{p.NoteAt(loop.Head(), "the epochs")})
		}
	}
}
