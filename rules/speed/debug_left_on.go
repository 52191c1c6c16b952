package speed

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
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
	Words:    []string{"detect_anomaly", "CUDA_LAUNCH_BLOCKING", "full_determinism", "underflow_overflow", "profile torch"},
	Check:    checkDebugLeftOn,
}

func checkDebugLeftOn(p *rules.Pass) {
	e := pyedit.New(p.Python)
	checkAnomaly(p, e)
	checkLaunchBlocking(p, e)
	checkTrainerDebug(p, e)
	checkWholeRunProfiler(p)
}

// always reports whether n runs whenever the program trains: outside any condition
// but that of the main program, in no test.
func always(p *rules.Pass, n python.Node) bool {
	for from, at := n, n.Parent(); at != nil; from, at = at, at.Parent() {
		switch at := at.(type) {
		case *python.If:
			if from != python.Node(at.Test) && !onHardware(p, at.Test) && !strings.Contains(p.File.Slice(at.Test.Span()), "__main__") {
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

// trainsHere reports whether a switch at n holds for training: the file has a
// training loop, or the module or its main function starts one.
func trainsHere(p *rules.Pass, n python.Node) bool {
	if trains(p) {
		return true
	}
	fn := python.EnclosingFunction(n)
	return (fn == nil || mainFunction.MatchString(fn.Name)) && startsTraining(p)
}

var mainFunction = regexp.MustCompile(`^(main(_worker)?|train\w*|run\w*)$`)

func startsTraining(p *rules.Pass) bool {
	for _, c := range p.Python.AllCalls() {
		switch name := flow.LastName(c.Func); {
		case name == "fit", name == "train" && c.Receiver() != nil && strings.Contains(strings.ToLower(flow.LastName(c.Receiver())), "trainer"),
			strings.HasPrefix(name, "train_"), name == "train" && c.Receiver() == nil:
			return true
		}
	}
	return false
}

func checkAnomaly(p *rules.Pass, e *pyedit.Editor) {
	for _, c := range p.Python.Calls("torch.autograd.set_detect_anomaly", "torch.autograd.anomaly_mode.set_detect_anomaly",
		"torch.autograd.detect_anomaly", "torch.autograd.anomaly_mode.detect_anomaly") {
		if flow.LastName(c.Func) == "set_detect_anomaly" {
			if mode := p.Python.Argument(c, "mode", 0); mode.Presence != python.Given || !p.Python.IsTrue(mode.Value) {
				continue
			}
		}
		if !always(p, c) || !trainsHere(p, c) {
			continue
		}
		var fix []fixes.Fix
		if s, ok := removal(c); ok {
			fix = e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)
		}
		p.At(c, fmt.Sprintf("%s is on for the whole run: every operation records a stack trace and every gradient is checked for NaN; put it behind a flag",
			p.File.Slice(c.Span())), nil, fix...)
	}
}

const launchBlocking = "CUDA_LAUNCH_BLOCKING"

func checkLaunchBlocking(p *rules.Pass, e *pyedit.Editor) {
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		s, ok := n.(*python.Assign)
		if !ok || len(s.Targets) != 1 || !setsEnvironment(p, s.Targets[0]) || !isOne(p, s.Value) || !always(p, s) || !trainsHere(p, s) {
			return true
		}
		p.At(s.Targets[0], launchBlocking+"=1 makes Python wait for every CUDA kernel: nothing overlaps any longer; set it in the shell when you debug",
			nil, e.RemoveStatement(s).Fixes("remove it", fixes.Unsafe)...)
		return true
	})
}

// setsEnvironment: os.environ["CUDA_LAUNCH_BLOCKING"].
func setsEnvironment(p *rules.Pass, target python.Expr) bool {
	sub, ok := target.(*python.Subscript)
	if !ok || len(sub.Index) != 1 || p.Python.Resolve(sub.Value) != "os.environ" {
		return false
	}
	key, ok := p.Python.Const(sub.Index[0])
	return ok && key.Str == launchBlocking
}

func isOne(p *rules.Pass, e python.Expr) bool {
	if c, ok := e.(*python.Call); ok && p.Python.Resolve(c.Func) == "str" && len(c.Args) == 1 {
		e = c.Args[0].Value
	}
	v, ok := p.Python.Const(e)
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
		if !trainingArguments(name) && !lightningTrainer[name] || !always(p, c) {
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
		item, ok := c.Parent().(*python.WithItem)
		if !ok || !always(p, c) || p.Python.Argument(c, "schedule", -1).Presence != python.Absent ||
			p.Python.Argument(c, "enabled", 0).Presence != python.Absent && p.Python.Resolve(c.Func) == "torch.autograd.profiler.profile" {
			continue
		}
		if loop := epochLoopIn(p, item.Parent()); loop != nil {
			p.At(c, "the profiler has no schedule and runs over all epochs: it keeps every event of the run in host memory; give it a schedule",
				[]rules.NotePlace{p.Note(head(loop.Node), "the epochs")})
		}
	}
}

func epochLoopIn(p *rules.Pass, with python.Node) *flow.Loop {
	for _, l := range p.Flow.Loops() {
		if l.Kind != flow.EpochLoop || !l.Trains {
			continue
		}
		for at := l.Node.Parent(); at != nil; at = at.Parent() {
			if at == with {
				return l
			}
		}
	}
	return nil
}
