package train

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// OneLayer is a recurrent network of one layer that is told how much to drop out between its layers.
type OneLayer struct {
	Call *python.Call
	// Class is the last part of its name, Rate the argument.
	Class string
	Rate  python.Expr
}

// DropoutsOfOneLayer lists the recurrent networks of the file that surely have one layer, and a dropout above 0, be it
// by default. One that whoever makes them has to say may be 0.
func (f *Facts) DropoutsOfOneLayer() []OneLayer {
	var list []OneLayer
	unit := &run.Unit{Module: f.Module} // no run is needed for what the text says
	for _, c := range f.Module.Calls(knowledge.RecurrentNetworks()...) {
		class := f.Module.Resolve(c.Func)
		drops, ok := knowledge.DropsInside(class)
		if !ok || !drops.Stacked || c.Spreads() {
			continue
		}
		layers := f.writtenValue(unit, c, knowledge.LayersOfNetwork)
		rate := f.writtenValue(unit, c, knowledge.Given{Name: "dropout", Position: drops.Rate})
		e, written := rate.at.Node.(python.Expr)
		if !written || layers.kind != givenNumber || layers.n != 1 || layers.byDefault {
			continue
		}
		if rate.kind == givenUnknown {
			rate = f.parameterDefault(e)
		}
		if rate.kind == givenNumber && rate.n > 0 {
			list = append(list, OneLayer{c, run.LastPart(class), e})
		}
	}
	return list
}

// parameterDefault is what a parameter is, or the attribute that keeps it, where its function is given nothing for it.
func (f *Facts) parameterDefault(e python.Expr) givenValue {
	if a, ok := e.(*python.Attribute); ok {
		class := f.Module.ClassOf(a.Value)
		if class == nil {
			return givenValue{}
		}
		kept := f.Module.Member(class, a.Attr)
		if len(kept) != 1 || kept[0].Kind != python.Assigned {
			return givenValue{}
		}
		e = kept[0].Value
	}
	name, ok := e.(*python.Name)
	if !ok {
		return givenValue{}
	}
	_, bindings := f.Module.Lookup(name.ID, name)
	if len(bindings) != 1 || bindings[0].Kind != python.Parameter {
		return givenValue{}
	}
	p, ok := bindings[0].Node.(*python.Param)
	if !ok || p.Default == nil {
		return givenValue{}
	}
	return f.constantValue(p.Default)
}
