package job

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/launch"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// onlyEvaluates reports whether the command line keeps a script from training, as --mode test does: followed with these
// arguments to its end the script reaches no training step, and with arguments that nobody knows it does. A script
// whose name says so, and in which no step stands, only imports the module that could train, too.
func (f *finder) onlyEvaluates(j *Job) bool {
	e := j.Program.run
	script := e.entry.Module()
	evaluates := knowledge.Evaluates(script.File.Path)
	if f.updatesNothing(script) ||
		j.Entry != nil && !knowledge.UpdatesWeights(script.File.Text) && f.updatesNothing(j.Program.Module()) {
		return true
	}
	if j.leavesFor(script) || j.onlyAsked() || j.changesInputs() {
		return true
	}
	if e.ran(); e.reached {
		return evaluates && trains(script) && (onlyTests(script) || j.Launch == nil && onlyDifferentiates(script))
	}
	if evaluates && (!trains(script) || onlyTests(script) || startsNothing(script)) {
		f.stepless[script.File.Path] = true // a project evaluates with the same script dozens of times
		return true
	}
	if !e.cut && (e.onlyAsks() || j.Launch == nil && j.Entry != nil && asksNobody(script)) {
		return true
	}
	if j.Entry != nil && !e.namesStep() {
		f.stepless[script.File.Path] = true
		return true
	}
	if e.cut || j.Launch == nil || len(j.Launch.Arguments.All) == 0 {
		return false
	}
	reached := f.reachesAnyhow(script)
	if !reached && j.Entry != nil && j.Launch.Command.OfPage &&
		!knowledge.NamesTrainingScript(path.Base(script.File.Path)) &&
		!f.saysTraining(j.Launch, script) {
		return true // it imports what trains, and comes to no step, whatever it is given
	}
	return reached
}

// leavesFor reports whether a switch on the command line has a script evaluate and exit: --eval, with `if args.eval: …;
// exit(0)` in it. (A return is followed; an exit may stand for a mistake in the arguments, so a run goes on behind it.)
func (j *Job) leavesFor(script *python.Module) bool {
	if j.Launch == nil {
		return false
	}
	for _, flag := range j.Launch.Arguments.Flags {
		if len(flag.Values) > 0 || !knowledge.SwitchesToEvaluation(flag.Name) {
			continue
		}
		for n := range python.AllIn(script.Body) {
			if branch, ok := n.(*python.If); ok && len(branch.Body) > 0 && asksFor(branch.Test, flag.Name) &&
				run.Ends(branch.Body[len(branch.Body)-1]) {
				return true
			}
		}
	}
	return false
}

// onlyAsked reports whether an override of a config says that nothing is trained: base.eval_only=True.
func (j *Job) onlyAsked() bool {
	return j.Launch != nil && slices.ContainsFunc(j.Launch.Arguments.Overrides, func(o launch.Override) bool {
		return knowledge.OnlyEvaluation(o.Key[strings.LastIndexByte(o.Key, '.')+1:]) &&
			strings.EqualFold(o.Value.Text, "true")
	})
}

// asksFor reports whether a test is that of an option: args.eval.
func asksFor(test python.Expr, option string) bool {
	at, ok := test.(*python.Attribute)
	return ok && at.Attr == option
}

// updatesNothing reports whether backward passes stand in a module, and nothing in it or in what it imports that
// changes weights by their gradients: it shows where a network looks.
func (f *finder) updatesNothing(m *python.Module) bool {
	return !knowledge.UpdatesWeights(m.File.Text) && libraryFramework(m) == "" && trains(m) && !f.updates(m)
}

// reachesAnyhow reports whether a script comes to a training step when nobody knows its arguments.
func (f *finder) reachesAnyhow(script *python.Module) bool {
	reached, known := f.reached[script.File.Path]
	if !known {
		anybody := &Job{}
		anybody.Program = f.program(script, anybody)
		open := anybody.Program.run
		open.library = launchedLibrary{Library: library.Library{}, decided: anybody.launched}
		open.ran()
		reached = open.reached || open.cut
		open.end(anybody)
		f.reached[script.File.Path] = reached
	}
	return reached
}

// updates reports whether what a script imports may change the weights whose gradients it computes: a check of an
// environment only sees whether a backward pass runs.
func (f *finder) updates(script *python.Module) bool {
	return slices.ContainsFunc(f.w.importsOf(script.File.Path), func(p string) bool {
		file := f.w.file(p)
		return file == nil || knowledge.UpdatesWeights(file.Text)
	})
}

// onlyTests reports whether a script has its trainer test, and nothing trains in it.
func onlyTests(script *python.Module) bool {
	tests := false
	for _, c := range script.AllCalls() {
		switch name := c.MethodName(); {
		case knowledge.Trains(name):
			return false
		case knowledge.AsksTrainer(name):
			tests = true
		}
	}
	return tests
}

// onlyDifferentiates reports whether a script takes gradients itself, and neither steps nor has anything else train: it
// measures how long that takes.
func onlyDifferentiates(script *python.Module) bool {
	return !knowledge.TakesSteps(script.File.Text) && !slices.ContainsFunc(script.AllCalls(), func(c *python.Call) bool {
		name := python.LastName(c.Func)
		return name != "backward" && knowledge.Trains(name) || knowledge.SaysTraining(name)
	})
}

// asksNobody reports whether a script that imports what could train calls nothing that may: it makes a trainer, and the
// call of its method is a comment.
func asksNobody(script *python.Module) bool {
	return !slices.ContainsFunc(script.AllCalls(), func(c *python.Call) bool {
		name := python.LastName(c.Func)
		return name == "" || unicode.IsLower([]rune(name)[0]) && knowledge.MayTrain(name) ||
			knowledge.CallsAny(python.PathText(c.Func)) ||
			isCommandLine(script, c)
	}) && !slices.ContainsFunc(script.Body, func(s python.Stmt) bool {
		f, ok := s.(*python.Function)
		return ok && len(f.Decorators) > 0
	})
}

// startsNothing reports whether nothing in a script is told to train: a trainer that is only made says where a model
// runs.
func startsNothing(script *python.Module) bool {
	return !slices.ContainsFunc(script.AllCalls(), func(c *python.Call) bool {
		name := c.MethodName()
		return knowledge.Trains(name) || name == "backward" || isCommandLine(script, c)
	})
}

// onlyAsks reports whether a program makes trainers only to evaluate or predict: nothing in it is called train or fit.
func (e *execution) onlyAsks() bool {
	asks := false
	for _, c := range e.machine.Trace.Calls {
		method, ok := c.Callee.(*run.Member)
		if !ok || !knowledge.AsksTrainer(method.Name) {
			continue
		}
		trainer, ok := run.Bare(method.Object).(*run.Object)
		asks = asks || ok && trainer.Made != nil && trainer.Made.Node != nil &&
			(isTrainer(trainer.Made.Unit.Module, trainer.Made.Node) ||
				isLightning(trainer.Made.Unit.Module.Resolve(trainer.Made.Node.Func)))
	}
	if !asks {
		return false
	}
	for m := range e.programs {
		for _, c := range m.AllCalls() {
			if knowledge.Trains(c.MethodName()) {
				return false
			}
		}
	}
	return true
}

// reachesStep reports whether a run came to a training step, or to a trainer that was told to train.
func reachesStep(m *run.Machine) bool {
	for _, c := range m.Trace.Calls {
		if c.Node == nil {
			continue
		}
		switch name := c.Node.MethodName(); name {
		case "backward", "manual_backward":
			return true
		case "train", "fit":
			if callee, ok := c.Callee.(*run.Member); ok && mayBeTrainer(callee.Object) && !givesModeBack(c) {
				return true
			}
		}
	}
	return false
}

// givesModeBack reports whether a call train(mode) only gives a network back the mode that it had, by the one word that
// it is given.
func givesModeBack(c *run.Call) bool {
	if len(c.Node.Args) != 1 || c.Node.Args[0].Star > 0 {
		return false
	}
	if _, ok := run.Bare(c.Args[0].Value).(run.Bool); ok && len(c.Args) == 1 {
		return true
	}
	return knowledge.NamesTrainingMode(python.PathText(c.Node.Args[0].Value))
}

// mayBeTrainer reports whether an object's method train may train: a network's sets a mode. What the project defines
// itself is followed, and is not asked about.
func mayBeTrainer(v run.Value) bool {
	o, ok := v.(*run.Object)
	if !ok {
		return true
	}
	class, ok := o.Class.(*run.Class)
	if !ok {
		return true
	}
	for _, base := range class.Line() {
		if base == run.Value(run.Symbol("torch.nn.Module")) {
			return false
		}
	}
	return true
}
