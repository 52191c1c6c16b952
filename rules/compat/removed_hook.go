package compat

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// RemovedHook finds methods of LightningModules and callbacks that Lightning refuses, or no longer calls.
var RemovedHook = &rules.Rule{
	Name:     "removed-hook",
	Group:    rules.Compat,
	Severity: rules.Warning,
	Page:     page("removed-hook"),
	On:       rules.PythonFile,
	Words: []string{
		"ightning _epoch_end",
		"ightning _step_end",
		"ightning on_epoch_",
		"ightning on_batch_",
		"ightning optimizer_idx",
	},
	WithoutTorch: true, // it names what it looks for in full: no other library has it
	Check:        checkRemovedHook,
}

func checkRemovedHook(p *rules.Pass) {
	for _, packages := range [][]string{
		{"pytorch_lightning", "pytorch-lightning", "lightning"}, {"lightning", "lightning", "pytorch-lightning"},
	} {
		root, pkg := packages[0], ask.DeclaredAs(p.Versions, packages[1:])
		if p.Owns == nil || p.Owns(root) || p.Versions.Unreleased(pkg) {
			continue
		}
		judgeHooks(p, pkg, knowledge.LightningModules(root), knowledge.HooksOfModules())
		judgeHooks(p, pkg, knowledge.LightningCallbacks(root), knowledge.HooksOfCallbacks())
	}
}

// judgeHooks reports the hooks that classes with one of some bases write, for the releases of a package that the
// project may run with.
func judgeHooks(p *rules.Pass, pkg string, bases []string, hooks []knowledge.Hook) {
	for _, class := range p.Python.HeirsOf(bases...) {
		for _, hook := range hooks {
			method, ok := p.Python.Method(class, hook.Method).(*python.Function)
			if !ok || python.EnclosingClass(method) != class || p.Python.Guarded(method) ||
				!p.Versions.Allows(pkg, ">="+hook.Since) ||
				!refused(method, hook) || hook.Raises != "" && trainsNowhere(p) ||
				calledByProject(p, hook.Method) {
				continue
			}
			d := rules.Diagnostic{Severity: rules.Warning, File: p.File.Path, Span: method.NameSpan, Message: hookMessage(hook)}
			if hook.Raises != "" && p.Versions.Requires(pkg, ">="+hook.Since) {
				d.Severity = rules.Error
			}
			p.Report(d)
		}
	}
}

// trainsNowhere reports whether a file is a notebook that hands no module to a Trainer: it shows a model, or predicts
// with it, and what Lightning refuses when it fits or tests is only written there. Nothing else runs a notebook's code.
func trainsNowhere(p *rules.Pass) bool {
	return strings.HasSuffix(p.File.Path, ".ipynb") &&
		!slices.ContainsFunc(p.Python.AllCalls(), func(c *python.Call) bool {
			switch c.MethodName() {
			case "fit", "test", "validate", "tune", "lr_find":
				return true
			}
			return false
		})
}

// refused reports whether a method is what a hook speaks of: it is there, or it wants the argument that is gone.
func refused(method *python.Function, hook knowledge.Hook) bool {
	return hook.Argument == "" || len(method.Decorators) == 0 && insists(method, hook.Argument)
}

// calledByProject reports whether the project calls a hook itself, on anything but its base class: a trainer of its own
// goes through its modules then, and not Lightning's.
func calledByProject(p *rules.Pass, hook string) bool {
	calls := func(m *python.Module) bool {
		return slices.ContainsFunc(m.AllCalls(), func(c *python.Call) bool {
			return c.MethodName() == hook && !callsSuper(c.Receiver())
		})
	}
	return calls(p.Python) || p.OneElsewhere != nil && p.OneElsewhere(calls, hook)
}

// callsSuper reports whether an expression is super(), or super(Net, self).
func callsSuper(e python.Expr) bool {
	c, ok := e.(*python.Call)
	return ok && python.PathText(c.Func) == "super"
}

// insists reports whether a function cannot be called without an argument.
func insists(f *python.Function, name string) bool {
	for _, param := range f.Params {
		if param.Name == name {
			return param.Star == 0 && param.Default == nil
		}
	}
	return false
}

func hookMessage(h knowledge.Hook) string {
	switch {
	case h.Argument != "":
		return fmt.Sprintf(
			"%s wants %s, which Lightning has not given it since %s: %s raises %s; %s",
			h.Method,
			h.Argument,
			h.Since,
			h.When,
			h.Raises,
			h.Instead,
		)
	case h.Raises != "":
		return fmt.Sprintf(
			"Lightning has no %s since %s, and refuses modules that have one: %s raises %s; %s",
			h.Method,
			h.Since,
			h.When,
			h.Raises,
			h.Instead,
		)
	}
	return fmt.Sprintf(
		"Lightning has not called %s since %s: what it does never happens; %s",
		h.Method,
		h.Since,
		h.Instead,
	)
}
