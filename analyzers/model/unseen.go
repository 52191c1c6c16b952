package model

import (
	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// unseen notes why a model that was built may hold more than is counted: what one of its parts is is not known.
func (r *run) unseen() {
	r.model.all(func(_ string, mod *module) {
		for name, v := range mod.object.Attrs.All() {
			if u, ok := v.(*exact.Unknown); ok && callsOwn(mod.object.Class, name) {
				r.Built = false
				r.Unknown = append(
					r.Unknown,
					Gap{Path: u.At.Path, Line: u.At.Line, Reason: "what its part " + name + " is is not known: " + u.Why},
				)
			}
		}
	})
}

// callsOwn reports whether a class or one that it inherits from calls self.name(…), as a module is called.
func callsOwn(c *exact.Class, name string) bool {
	for _, one := range c.Line {
		if one.Node == nil {
			continue
		}
		for n := range python.All(one.Node) {
			call, ok := n.(*python.Call)
			if !ok {
				continue
			}
			at, ok := call.Func.(*python.Attribute)
			if !ok || at.Attr != name {
				continue
			}
			if self, ok := at.Value.(*python.Name); ok && self.ID == "self" {
				return true
			}
		}
	}
	return false
}

// SizeOfData is between what a number lies that code counts in its data, by the words of that code; ok is false where
// no word says it.
func SizeOfData(code ...string) (low, high int64, ok bool) { return knowledge.SizeOfData(code...) }
