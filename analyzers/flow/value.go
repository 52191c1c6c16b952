package flow

import "github.com/trainlint/trainlint/analyzers/python"

// ValueOf is the one expression that a name or an attribute of self is bound to in
// this file; nil when there are several, or none that can be seen. Other
// expressions are their own value.
func (f *Facts) ValueOf(e python.Expr) python.Expr {
	switch e := e.(type) {
	case *python.Name:
		_, bindings := f.Module.Lookup(e.ID, e)
		return onlyValue(bindings)
	case *python.Attribute:
		if c := f.Module.ClassOf(e.Value); c != nil {
			return onlyValue(f.Module.Member(c, e.Attr))
		}
		return nil
	}
	return e
}

func onlyValue(bindings []*python.Binding) python.Expr {
	var value python.Expr
	for _, b := range bindings {
		if k, ok := b.Value.(*python.Constant); ok && b.Kind == python.Assigned && k.Kind == python.None {
			continue
		}
		if b.Kind != python.Assigned || value != nil {
			return nil
		}
		value = b.Value
	}
	return value
}
