package train

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// Uncalled is a statement that names a method of a model, an optimizer or a loss and does not call it: it does nothing.
type Uncalled struct {
	Named *python.Attribute
	// Owner is whose method it is, as the code writes it: self.optimizer.
	Owner, Method string
}

// UncalledMethods lists the statements of the file that are nothing but such a name.
func (f *Facts) UncalledMethods() []Uncalled {
	var list []Uncalled
	var called map[string]bool
	for n := range python.AllIn(f.Module.Body) {
		stmt, ok := n.(*python.ExprStmt)
		if !ok || insideTry(stmt) {
			continue
		}
		named, ok := stmt.Value.(*python.Attribute)
		if !ok || !knowledge.ActsWhenCalled(named.Attr) {
			continue
		}
		owner := python.PathText(named.Value)
		if path := f.Module.Resolve(named.Value); owner == "" || path != "" && !strings.HasPrefix(path, ".") {
			continue
		}
		if called == nil {
			called = f.ownersOfMethods()
		}
		if knowledge.OnlyActsWhenCalled(named.Attr) || called[owner] {
			list = append(list, Uncalled{named, owner, named.Attr})
		}
	}
	return list
}

// ownersOfMethods are the paths on which the file calls a method that only models, optimizers and what works on them
// have.
func (f *Facts) ownersOfMethods() map[string]bool {
	owners := map[string]bool{}
	for _, c := range f.Module.AllCalls() {
		on := c.Receiver()
		if on == nil {
			continue
		}
		if knowledge.OfTrained(c.MethodName()) {
			owners[python.PathText(on)] = true
		}
		// scaler.scale(loss).backward(): many things scale, and what a scaler scales has a backward pass
		scaled, ok := on.(*python.Call)
		if ok && c.MethodName() == "backward" && scaled.MethodName() == "scale" && scaled.Receiver() != nil {
			owners[python.PathText(scaled.Receiver())] = true
		}
	}
	return owners
}
