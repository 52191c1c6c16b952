package training

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pyedit"
	"github.com/trainlint/trainlint/rules"
)

// ParametersGeneratorReused finds generators of parameters that are used up.
var ParametersGeneratorReused = &rules.Rule{
	Name:     "parameters-generator-reused",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("parameters-generator-reused"),
	On:       rules.PythonFile,
	Words:    []string{"parameters("},
	Check:    checkGeneratorReused,
}

func checkGeneratorReused(p *rules.Pass) {
	seen := map[*python.Binding]bool{}
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		a, ok := n.(*python.Assign)
		if !ok || len(a.Targets) != 1 || a.Value == nil || !isParameterGenerator(p, a.Value) {
			return true
		}
		if attribute, ok := a.Targets[0].(*python.Attribute); ok {
			checkAttribute(p, a, attribute)
		}
		name, ok := a.Targets[0].(*python.Name)
		if !ok {
			return true
		}
		_, bindings := p.Python.Lookup(name.ID, name)
		if len(bindings) == 1 && !seen[bindings[0]] && bindings[0].Node == python.Node(a) {
			seen[bindings[0]] = true
			checkUses(p, a, name)
		}
		return true
	})
}

// isParameterGenerator reports whether an expression is a fresh iterator over parameters.
func isParameterGenerator(p *rules.Pass, e python.Expr) bool {
	switch e := e.(type) {
	case *python.Call:
		switch name := flow.LastName(e.Func); name {
		case "parameters", "named_parameters":
			return e.Receiver() != nil && p.Flow.Callee(e) == nil && len(e.Args) == 0 && !ownMethod(p, e)
		case "filter", "map":
			return len(e.Args) == 2 && p.Python.Resolve(e.Func) == name && mentionsParameters(e.Args[1].Value)
		case "chain":
			return p.Python.Resolve(e.Func) == "itertools.chain" && mentionsParameters(e)
		}
	case *python.Comprehension:
		return e.Kind == python.Generator && len(e.Clauses) > 0 && mentionsParameters(e.Clauses[0].Iter)
	}
	return false
}

// ownMethod reports whether some class of the file defines a parameters method of
// its own: it may return a list.
func ownMethod(p *rules.Pass, c *python.Call) bool {
	found := false
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		fn, ok := n.(*python.Function)
		found = found || ok && fn.Name == flow.LastName(c.Func)
		return !found
	})
	return found
}

func mentionsParameters(e python.Expr) bool {
	found := false
	python.Walk(e, func(n python.Node) bool {
		c, ok := n.(*python.Call)
		found = found || ok && (c.MethodName() == "parameters" || c.MethodName() == "named_parameters")
		return !found
	})
	return found
}

// checkUses follows the uses of a generator in the order of the text and reports
// the first one that finds it empty.
func checkUses(p *rules.Pass, made *python.Assign, name *python.Name) {
	var first *python.Name
	for _, use := range readsOf(p, made, name) {
		if !consumes(p, use) {
			if first == nil && !harmlessRead(use) {
				return // it goes somewhere that cannot be seen
			}
			continue
		}
		again := first != nil && !exclusive(first, use)
		if first == nil && repeats(p, made, use) {
			again = true
		}
		if !again {
			if first == nil {
				first = use
			}
			continue
		}
		reportReuse(p, made, name, first, use)
		return
	}
}

// readsOf lists the places that read the name, in order; nil when another function reads it.
func readsOf(p *rules.Pass, made *python.Assign, name *python.Name) []*python.Name {
	var list []*python.Name
	elsewhere := false
	scope, _ := p.Python.Lookup(name.ID, name)
	python.WalkBody(p.Python.Body, func(n python.Node) bool {
		use, ok := n.(*python.Name)
		if !ok || use.ID != name.ID || use == name {
			return true
		}
		if home, _ := p.Python.Lookup(use.ID, use); home == scope {
			if python.EnclosingFunction(use) != python.EnclosingFunction(made) {
				elsewhere = true
			}
			list = append(list, use)
		}
		return true
	})
	if elsewhere {
		return nil
	}
	return list
}

// consumes reports whether a use walks through all of the generator.
func consumes(p *rules.Pass, use python.Expr) bool {
	switch parent := use.Parent().(type) {
	case *python.For:
		return parent.Iter == use
	case *python.Clause:
		return parent.Iter == use
	case *python.Starred:
		return true
	case *python.DictItem:
		return parent.Value == use && inOptimizerGroups(p, parent)
	case *python.Arg:
		call, ok := parent.Parent().(*python.Call)
		if !ok || parent.Star == 2 {
			return false
		}
		switch flow.LastName(call.Func) {
		case "list", "tuple", "set", "sum", "sorted", "dict", "max", "min", "clip_grad_norm_", "clip_grad_value_", "clip_grad_norm", "parameters_to_vector", "enumerate":
			return true
		}
		return p.Python.TypeOf(call) != "" && p.Flow.RoleOf(call) == flow.Optimizer && len(call.Args) > 0 && (call.Args[0] == parent || parent.Name == "params")
	}
	return false
}

// inOptimizerGroups reports whether a dictionary item is in a group given to an optimizer.
func inOptimizerGroups(p *rules.Pass, item *python.DictItem) bool {
	key, ok := item.Key.(*python.String)
	if !ok || key.Text != "params" {
		return false
	}
	dict := item.Parent()
	if dict == nil || dict.Parent() == nil {
		return false
	}
	list, ok := dict.Parent().(*python.Sequence)
	if !ok {
		return false
	}
	arg, ok := list.Parent().(*python.Arg)
	if !ok {
		return false
	}
	call, ok := arg.Parent().(*python.Call)
	return ok && p.Flow.RoleOf(call) == flow.Optimizer
}

// harmlessRead reports whether a use does not touch the generator's position.
func harmlessRead(use *python.Name) bool {
	arg, ok := use.Parent().(*python.Arg)
	if !ok {
		return false
	}
	call, ok := arg.Parent().(*python.Call)
	if !ok {
		return false
	}
	switch flow.LastName(call.Func) {
	case "print", "type", "isinstance", "id":
		return true
	}
	return false
}

// repeats reports whether a use stands in a loop that the generator was made before,
// and that does not end after it.
func repeats(p *rules.Pass, made *python.Assign, use *python.Name) bool {
	loop := p.Flow.LoopAround(use)
	if parent, ok := use.Parent().(*python.For); ok {
		loop = p.Flow.LoopAround(parent)
	}
	if loop == nil || holds(loop.Node, made) {
		return false
	}
	return !flow.RunsOnce(python.EnclosingStmt(use), loop)
}

func reportReuse(p *rules.Pass, made *python.Assign, name, first, use *python.Name) {
	edit := pyedit.New(p.Python)
	fix := edit.ReplaceExpression(made.Value, "list("+edit.Text(made.Value)+")").Fixes("keep the parameters in a list", fixes.Safe)
	notes := []rules.NotePlace{p.Note(made, "the generator is made here")}
	message := fmt.Sprintf("%s is a generator and this loop uses it up in its first iteration: later ones see no parameters; keep list(%s)", name.ID, edit.Text(made.Value))
	if first != nil {
		notes = append(notes, p.Note(first, "and used up here"))
		message = fmt.Sprintf("%s is a generator that line %d has used up: this use sees no parameters; keep list(%s)", name.ID, p.File.LineOf(first.Span().Start), edit.Text(made.Value))
	}
	severity := p.Rule.Severity
	if onlyCounts(use) {
		severity = rules.Warning
	}
	p.Report(rules.Diagnostic{Severity: severity, File: p.File.Path, Span: use.Span(), Message: message, Notes: notes, Fixes: fix})
}

// onlyCounts: sum(p.numel() for p in params) is a wrong number, and trains nothing else.
func onlyCounts(use python.Expr) bool {
	clause, ok := use.Parent().(*python.Clause)
	if !ok {
		return false
	}
	counts := false
	python.Walk(clause.Parent(), func(n python.Node) bool {
		c, ok := n.(*python.Call)
		counts = counts || ok && (c.MethodName() == "numel" || c.MethodName() == "nelement")
		return !counts
	})
	return counts
}

// checkAttribute follows a generator kept on self: __init__ gives it to one consumer, and a
// method that is called later finds it empty.
func checkAttribute(p *rules.Pass, made *python.Assign, attribute *python.Attribute) {
	class := p.Python.ClassOf(attribute.Value)
	if class == nil || len(p.Python.Member(class, attribute.Attr)) != 1 {
		return
	}
	var first, second *python.Attribute
	python.WalkBody(class.Body, func(n python.Node) bool {
		use, ok := n.(*python.Attribute)
		if !ok || use == attribute || use.Attr != attribute.Attr || p.Python.ClassOf(use.Value) != class || !consumes(p, use) {
			return true
		}
		switch {
		case first == nil && python.EnclosingFunction(use) == python.EnclosingFunction(made):
			first = use
		case first != nil && second == nil:
			second = use
		}
		return true
	})
	if first == nil || second == nil || exclusive(first, second) {
		return
	}
	edit := pyedit.New(p.Python)
	fix := edit.ReplaceExpression(made.Value, "list("+edit.Text(made.Value)+")").Fixes("keep the parameters in a list", fixes.Safe)
	p.At(second, fmt.Sprintf("self.%s is a generator that line %d has used up: this use sees no parameters; keep list(%s)", attribute.Attr, p.File.LineOf(first.Span().Start), edit.Text(made.Value)),
		[]rules.NotePlace{p.Note(made, "the generator is made here"), p.Note(first, "and used up here")}, fix...)
}
