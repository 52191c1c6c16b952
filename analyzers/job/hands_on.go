package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// handsOn reports whether a run comes to code that nobody here sees and that trains by its name: a package that is not
// in the project, or an object of which nothing is known. A script that calls nothing of the kind, and has no step,
// trains nothing, whatever it or its options are called.
func (e *execution) handsOn() bool {
	return slices.ContainsFunc(e.ran().Trace.Calls, func(c *run.Call) bool { return c.Node != nil && trainsUnseen(c) }) ||
		startsChosen(e.entry.Module())
}

// startsChosen reports whether a script starts a module whose name it is given: import_module(f"app.{name}").main().
func startsChosen(m *python.Module) bool {
	return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
		if !knowledge.StartsUnseen(c.MethodName()) && !knowledge.TrainsUnseen(c.MethodName()) {
			return false
		}
		made, ok := m.OnlyValue(c.Receiver()).(*python.Call)
		return ok && len(made.Args) > 0 && knowledge.LoadsModule(m.Resolve(made.Func)) && chosen(made.Args[0].Value)
	})
}

// chosen reports whether an expression is no text that is written out.
func chosen(e python.Expr) bool {
	s, ok := e.(*python.String)
	return !ok || !s.Known
}

// trainsUnseen reports whether a call is one of unseen code that trains by its name.
func trainsUnseen(c *run.Call) bool {
	switch callee := run.Bare(c.Callee).(type) {
	case run.Symbol:
		dot := strings.LastIndexByte(string(callee), '.')
		return dot > 0 && isTraining(c, string(callee)[dot+1:], string(callee)[:dot])
	case *run.Member:
		path, seen := origin(callee.Object, maxOrigin)
		return !seen && isTraining(c, callee.Name, path)
	}
	return false
}

// isTraining reports whether a call of a function or method of that name trains, of what came from a package or class
// that is named so, "" where nobody knows.
func isTraining(c *run.Call, name, from string) bool {
	if knowledge.TrainsNoNetwork(from) {
		return false
	}
	switch {
	case knowledge.TrainsUnseen(name):
		return knowledge.WordOfTraining(from) || startsTraining(c.Node)
	case knowledge.StartsUnseen(name):
		return knowledge.LoadsModule(from) || from != "" && (knowledge.WordOfTraining(from) || onTrainer(c.Node))
	}
	return false
}

// startsTraining reports whether a call that says so does more than to have a network behave as in training.
func startsTraining(c *python.Call) bool { return !setsMode(c) || onTrainer(c) }

// onTrainer reports whether a method is called on what says by its name that it trains.
func onTrainer(c *python.Call) bool { return knowledge.WordOfTraining(python.PathText(c.Receiver())) }

// setsMode reports whether a call is as model.train() and model.train(False) are, which have a network behave as in
// training.
func setsMode(c *python.Call) bool {
	if c.MethodName() != "train" || len(c.Args) > 1 {
		return false
	}
	return len(c.Args) == 0 || c.Args[0].Name == "mode" || c.Args[0].Name == "" && c.Args[0].Star == 0
}

// maxOrigin bounds how far an object is traced back.
const maxOrigin = 6

// origin is the class of an object, or the function that it comes from, as far as that is known; seen: the project
// defines all of it.
func origin(v run.Value, steps int) (path string, seen bool) {
	switch v := run.Bare(v).(type) {
	case run.Symbol:
		return string(v), false
	case *run.Member:
		return origin(v.Object, steps-1)
	case *run.Class:
		for _, base := range v.Line() {
			if s, ok := base.(run.Symbol); ok && s != "object" {
				return string(s), false
			}
		}
		return "", true
	case *run.Object:
		switch {
		case v.Class != nil:
			return origin(v.Class, steps-1)
		case v.Made != nil && steps > 0:
			return origin(v.Made.Callee, steps-1)
		}
	}
	return "", false
}
