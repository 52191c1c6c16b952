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

// UncalledStates lists where torch.save is given the method state_dict itself, alone or in a dictionary, and not what
// it gives: torch.save(model.state_dict, path).
func (f *Facts) UncalledStates() []Uncalled {
	var list []Uncalled
	if f.declaresState() {
		return nil
	}
	for _, c := range f.Module.Calls("torch.save") {
		saved := f.Module.Argument(c, "obj", 0)
		if saved.Presence != python.Given {
			continue
		}
		open := []python.Expr{saved.Value}
		for len(open) > 0 {
			e := open[0]
			open = open[1:]
			switch e := e.(type) {
			case *python.Dict:
				for _, item := range e.Items {
					open = append(open, item.Value)
				}
			case *python.IfExp:
				open = append(open, e.Body, e.Else)
			case *python.Attribute:
				owner := python.PathText(e.Value)
				if e.Attr == "state_dict" && owner != "" && f.Module.Resolve(e.Value) == "" {
					list = append(list, Uncalled{e, owner, e.Attr})
				}
			}
		}
	}
	return list
}

// declaresState reports whether the file gives something the name state_dict that is no method: an attribute, a field
// of a class, a property.
func (f *Facts) declaresState() bool {
	for n := range python.AllIn(f.Module.Body) {
		switch n := n.(type) {
		case *python.Assign:
			for _, t := range n.Targets {
				a, ok := t.(*python.Attribute)
				name, plain := t.(*python.Name)
				_, field := n.Parent().(*python.Class)
				if ok && a.Attr == "state_dict" || plain && field && name.ID == "state_dict" {
					return true
				}
			}
		case *python.Function:
			if n.Name == "state_dict" && len(n.Decorators) > 0 {
				return true
			}
		}
	}
	return false
}

// AlwaysTrue lists the tests of the file for what a function of torch's would say: it is named and not called, and a
// function is true. if torch.cuda.is_available: …
func (f *Facts) AlwaysTrue() []Uncalled {
	var list []Uncalled
	for n := range python.AllIn(f.Module.Body) {
		named, ok := n.(*python.Attribute)
		if !ok || !strings.HasPrefix(named.Attr, "is_") || !isTest(named) ||
			!knowledge.AnswersYesOrNo(f.Module.Resolve(named)) || calledBeside(named) {
			continue
		}
		list = append(list, Uncalled{named, python.PathText(named.Value), named.Attr})
	}
	return list
}

// calledBeside reports whether a test that names a function calls it further on, as one does where not every version
// has it: torch.cuda.is_bf16_supported and torch.cuda.is_bf16_supported().
func calledBeside(named *python.Attribute) bool {
	for up, ok := named.Parent().(*python.Bool); ok && up.Op == "and"; up, ok = up.Parent().(*python.Bool) {
		for n := range python.All(up.Right) {
			if c, ok := n.(*python.Call); ok && python.PathText(c.Func) == python.PathText(named) {
				return true
			}
		}
	}
	return false
}

// isTest reports whether it is asked whether an expression is true, by itself or beside others.
func isTest(e python.Expr) bool {
	switch up := e.Parent().(type) {
	case *python.If:
		return up.Test == e
	case *python.While:
		return up.Test == e
	case *python.IfExp:
		return up.Test == e
	case *python.Unary:
		return up.Op == "not"
	case *python.Bool: // use_gpu and torch.cuda.is_available, of which the first may be what is given on
		return up.Op == "and" || up.Op == "or" && isTest(up)
	}
	return false
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
