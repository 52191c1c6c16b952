package launch

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/source"
)

// IsNotebook reports whether a path is a notebook: some of its lines are commands for a shell.
func IsNotebook(p string) bool { return path.Ext(p) == ".ipynb" }

// readNotebook follows the commands of a notebook: the lines behind "!" and %run, and cells that are a shell's. %cd
// and %env hold for what comes behind them; what a line with "!" changes is gone with its shell.
func readNotebook(f *source.File, meter *budget.Meter) *Script {
	s := &Script{File: f, meter: meter}
	n := f.Notebook()
	if n == nil {
		return s
	}
	e := newEvaluator(s)
	names := &pythonNames{file: f, vars: e.vars, line: 1}
	for _, typed := range n.Typed() {
		names.until(typed.At)
		e.notebookText(typed)
	}
	for i := range s.Commands {
		s.Commands[i].OfPage = true
	}
	return s
}

func (e *evaluator) notebookText(typed source.Typed) {
	t := make(text, len(typed.Text))
	for i := range typed.Text {
		t[i] = cell{typed.Text[i], int32(typed.At + i), 0}
	}
	e.meter.Spend(len(t))
	switch typed.Magic {
	case "cd":
		e.follow(append(plain("cd ", 0), t...))
		return
	case "env", "set_env":
		if strings.Contains(typed.Text, "=") {
			e.follow(append(plain("export ", 0), filled(t)...))
		}
		return
	case "run":
		python := plain("python ", 0)
		for i := range python {
			python[i].at = int32(typed.At)
		}
		t = append(python, t...)
	}
	dir, vars, arguments := e.dir, e.vars, e.arguments
	e.vars = e.copied(vars)
	e.follow(filled(t))
	e.dir, e.vars, e.arguments = dir, vars, arguments
}

// filled makes what Python puts into a line a variable: {name} is ${name}, and nobody sets what any other expression
// gives.
func filled(t text) text {
	var out text
	for i := 0; i < len(t); i++ {
		end := -1
		if t[i].b == '{' && (i == 0 || t[i-1].b != '$') {
			end = closed(t, i)
		}
		if end < 0 {
			out = append(out, t[i])
			continue
		}
		out = append(out, cell{'$', -1, 0})
		inside := t[i : end+1]
		if !syntax.ValidName(inside[1 : len(inside)-1].String()) {
			inside = plain("{__}", 0)
		}
		out = append(out, inside...)
		i = end
	}
	return out
}

// closed is where the brace at open is closed on its line, -1 where it is not.
func closed(t text, open int) int {
	for end := open + 1; end < len(t) && t[end].b != '\n' && t[end].b != '{'; end++ {
		if t[end].b == '}' {
			return end
		}
	}
	return -1
}
