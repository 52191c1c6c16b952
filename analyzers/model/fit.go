package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Fitting is what Lightning's Trainer is given to fit.
type Fitting struct {
	Model exact.Value
	// Data is a data module, Loaders are loaders that it is given in its place; nil: none.
	Data, Loaders exact.Value
	// DType is what autocast casts to, as torch calls it; nil: it is not used.
	DType exact.Value
	// Every is after how many batches the optimizer steps.
	Every int64
}

const fitFile = "lightning_fit"

// fitTree is the code of the loop, its statement and the call that begins a backward pass.
func fitTree() (module *python.Module, loop *python.For, backward *python.Call) {
	module = preludeOf(fitFile).Module(nil)
	python.WalkBody(module.Body, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.For:
			loop = n
		case *python.Call:
			if n.MethodName() == "backward" {
				backward = n
			}
		}
		return true
	})
	return module, loop, backward
}

// FitsBackward is where a backward pass begins in the loop of Lightning's Trainer.
func FitsBackward() exact.Place {
	module, _, backward := fitTree()
	return exact.Place{Path: module.File.Path, Line: module.File.LineOf(backward.Span().Start)}
}

// Fit is the loop of Lightning's Trainer over the batches of what it fits.
func Fit(m *exact.Machine, f Fitting) exact.Loop {
	module, loop, _ := fitTree()
	unit := m.Unit(module, fitFile)
	// With the gradients of one batch there, each further batch before a step is like the second: loaders give few.
	names := map[string]exact.Value{"model": f.Model, "every": min(f.Every, 2)}
	for name, v := range map[string]exact.Value{"data": f.Data, "loaders": f.Loaders, "dtype": f.DType} {
		if names[name] = v; v == nil {
			names[name] = exact.None
		}
	}
	names["optimizers"] = m.Call(m.Global(unit, "prepared"), exact.Positional(f.Model))
	return exact.Loop{Unit: unit, Stmt: loop, Inside: true, Names: names}
}
