package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// askedKey is what askedAsModules is shared under.
type askedKey struct{}

// asked is a name, or a chain of names, that is asked for what only modules have, in a function or, on self, in
// a class; nil for the statements of a module outside of any.
type asked struct {
	within python.Node
	path   string
}

// madeModule reports whether the code around a method of what a call gave, of which nothing else is known, says that it
// is a module: gen = self.generator().to(device); Adam(gen.parameters()); gen = gen.cuda()
func madeModule(o *run.Object, c *run.Call) bool {
	if o.Kind != run.Result || o.Class != nil || o.Made == nil || c.Unit == nil {
		return false
	}
	on := c.Node.Receiver()
	path := python.PathText(on)
	return path != "" && askedAsModules(c.Unit.Module)[asked{ownerOf(on, path), path}]
}

// askedAsModules lists where a file asks for what only modules have.
func askedAsModules(m *python.Module) map[asked]bool {
	return m.Shared(askedKey{}, func() any {
		found := map[asked]bool{}
		for _, a := range m.Attributes(knowledge.OnlyModulesHave) {
			if path := python.PathText(a.Value); path != "" {
				found[asked{ownerOf(a, path), path}] = true
			}
		}
		return found
	}).(map[asked]bool)
}

// ownerOf is where a path means one thing: the class for what is kept on self, the function for its names.
func ownerOf(n python.Node, path string) python.Node {
	if class := python.EnclosingClass(n); class != nil && strings.HasPrefix(path, "self.") {
		return class
	}
	if fn := python.EnclosingFunction(n); fn != nil {
		return fn
	}
	return nil
}
