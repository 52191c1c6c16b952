package job

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// startGiven calls the functions of the project that a script hands to a library, where it trains in no other way: as
// the objective of a search, as the target of a process, as a command.
func (e *execution) startGiven() {
	m := e.machine
	done := map[*run.Function]bool{}
	for range maxStarted {
		if reachesStep(m) || m.Over() {
			return
		}
		i := slices.IndexFunc(
			e.givenAway(),
			func(f *run.Function) bool { return !done[f] && m.Visited(f.Node) == 0 && !computes(f) },
		)
		if i < 0 {
			return
		}
		f := e.givenAway()[i]
		done[f] = true
		if f.Class == nil {
			m.Start(f)
		} else {
			m.Enter(f, m.SelfOf(f))
		}
	}
}

// maxStarted bounds how many functions of a script are started.
const maxStarted = 8

// givenAway are the functions that somebody else may call: those with the decorator of a library that does, then those
// that are an argument of one of a library's functions.
func (e *execution) givenAway() (list []*run.Function) {
	m := e.machine
	script := m.Functions(e.entry.Module(), e.entry.name(), nil)
	for _, f := range script {
		if slices.ContainsFunc(f.Node.Decorators, makesCommand) {
			list = append(list, f)
		}
	}
	if chosen := e.chosenCommand(list); chosen != nil {
		return []*run.Function{chosen}
	}
	for _, c := range m.Trace.Calls {
		callee, ok := c.Callee.(run.Symbol)
		if _, method := c.Callee.(*run.Member); !method && (!ok || !strings.Contains(string(callee), ".")) {
			continue // print and its like call nothing
		}
		if ok && knowledge.CallsMain(string(callee)) {
			list = append(list, commandsOf(script, c)...)
		}
		for _, a := range c.Args {
			list = append(list, functionsOf(m, a.Value)...)
		}
	}
	return list
}

// chosenCommand is the one of several commands of a script that the first word of its command line names: python cli.py
// train. nil where it names none of them.
func (e *execution) chosenCommand(list []*run.Function) *run.Function {
	if e.launch == nil || len(e.launch.Arguments.Positional) == 0 || !e.launch.Arguments.Positional[0].Known {
		return nil
	}
	word := strings.ReplaceAll(e.launch.Arguments.Positional[0].Text, "_", "-")
	for _, f := range list {
		for _, d := range f.Node.Decorators {
			if name, ok := commandOf(f.Node, d.Value); ok && strings.ReplaceAll(name, "_", "-") == word {
				return f
			}
		}
	}
	return nil
}

// makesCommand recognises @app.command() and its like.
func makesCommand(d *python.Decorator) bool {
	e := d.Value
	if c, ok := e.(*python.Call); ok {
		e = c.Func
	}
	return knowledge.MakesCommand(python.PathText(e))
}

// commandsOf are the functions of a script among which the words of its command line choose: all of them, or the
// methods of the class or object that is given.
func commandsOf(script []*run.Function, c *run.Call) []*run.Function {
	if len(c.Args) == 0 {
		return script
	}
	class, ok := run.Bare(c.Args[0].Value).(*run.Class)
	if o, is := run.Bare(c.Args[0].Value).(*run.Object); is {
		class, ok = o.Class.(*run.Class)
	}
	if !ok {
		return nil
	}
	return slices.DeleteFunc(
		slices.Clone(script),
		func(f *run.Function) bool { return f.Class != class || strings.HasPrefix(f.Name(), "_") },
	)
}

// functionsOf are the functions that a value is, or holds: a table of commands, a class whose methods are.
func functionsOf(m *run.Machine, v run.Value) (list []*run.Function) {
	for _, one := range run.Alternatives(v) {
		switch one := run.Bare(one).(type) {
		case *run.Function:
			list = append(list, one)
		case *run.Object:
			for _, item := range m.Contents(one) {
				if f, ok := run.Bare(item).(*run.Function); ok {
					list = append(list, f)
				}
			}
		}
	}
	return list
}
