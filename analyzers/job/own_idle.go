package job

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// idle reports whether something happens only in a method of a network that was entered to see what it does, and that
// nothing in the program names but its definition: use_checkpointing(), which came with the network and waits for
// somebody to call it.
func (w *owning) idle(caller *run.Call) bool {
	var entered *run.Call
	for c := caller; c != nil; c = c.Caller {
		if c.Entry {
			entered = c
		}
	}
	if entered == nil {
		return false
	}
	method, ok := run.Bare(entered.Callee).(*run.Function)
	if !ok || method.Class == nil || !isModule(method.Class) || knowledge.CalledByLibraries(method.Name()) {
		return false
	}
	if w.unnamed == nil {
		w.unnamed = map[string]bool{}
	}
	name := method.Name()
	unnamed, asked := w.unnamed[name]
	if !asked {
		unnamed = true
		w.m.EachModule(func(m *python.Module) {
			if bytes.Count(m.File.Text, []byte(name)) > bytes.Count(m.File.Text, []byte("def "+name)) {
				unnamed = unnamed && !namesMethod(m, name)
			}
		})
		w.unnamed[name] = unnamed
	}
	return unnamed
}

// namesMethod reports whether a module asks for a method of that name, or says its name in a text, elsewhere than in
// one that is called so, too, and hands on what it is asked for.
func namesMethod(m *python.Module, name string) bool {
	for n := range python.AllIn(m.Body) {
		named := false
		switch n := n.(type) {
		case *python.Attribute:
			named = n.Attr == name
		case *python.Name:
			named = n.ID == name
		case *python.String:
			named = n.Text == name
		}
		if f := python.EnclosingFunction(n); named && (f == nil || f.Name != name) {
			return true
		}
	}
	return false
}
