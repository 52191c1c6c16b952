package memory

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// calledQuietlyElsewhere reports whether another file of the project may come to what an entry runs with gradients off:
// by the function from which it was followed. A script's own way to it has been looked at.
func calledQuietlyElsewhere(p *rules.Pass, e *train.Entry) bool {
	from := e.Function
	if from == nil || p.OneElsewhere == nil {
		return false
	}
	return basedOutOfSight(p, from.Class) || mayCallQuietly(p, from.Name(), p.File.Path, maxCallers)
}

// basedOutOfSight reports whether a class inherits from one of the project's that is not there, as where a git
// submodule was not fetched: what calls its methods, and how, stands beside that.
func basedOutOfSight(p *rules.Pass, class *run.Class) bool {
	return class != nil && p.Owns != nil && slices.ContainsFunc(class.Line(), func(one run.Value) bool {
		base, ok := one.(run.Symbol)
		root, _, _ := strings.Cut(string(base), ".")
		return ok && p.Owns(root)
	})
}

// maxCallers bounds how many files a way to a function is followed back through.
const maxCallers = 3

// mayCallQuietly asks the files that name a function, its module and what turns gradients off; a call that stands in a
// function without, those that call this one. What a file that names nothing of the kind may do without a word is not
// guessed: names such as train stand everywhere.
func mayCallQuietly(p *rules.Pass, name, file string, left int) bool {
	if left == 0 {
		return true
	}
	return slices.ContainsFunc(importedAs(p, name, file), func(module string) bool {
		for _, word := range []string{"no_grad", "inference_mode", "set_grad_enabled"} {
			if p.OneElsewhere(
				func(m *python.Module) bool { quiet, _ := train.CalledQuietly(m, name); return quiet },
				name,
				module,
				word,
			) {
				return true
			}
		}
		return p.OneElsewhere(func(m *python.Module) bool {
			_, by := train.CalledQuietly(m, name)
			return slices.ContainsFunc(by, func(caller string) bool { return mayCallQuietly(p, caller, m.File.Path, left-1) })
		}, name, module)
	})
}

// importedAs are the names of the modules that a function of a file may be imported from: its own, and that of the
// package around it, whose __init__.py hands it on: from .metric import loss.
func importedAs(p *rules.Pass, name, file string) []string {
	module, folder := strings.TrimSuffix(path.Base(file), path.Ext(file)), path.Dir(file)
	if path.Base(folder) != "." && p.OneElsewhere(func(m *python.Module) bool {
		return path.Base(m.File.Path) == "__init__.py" && path.Dir(m.File.Path) == folder
	}, name, module) {
		return []string{module, path.Base(folder)}
	}
	return []string{module}
}
