package job

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// samples are what the __getitem__ of a dataset's class gives, followed back to the calls that bring images to one
// size: a mask or a thumbnail may be resized and the image left as it is, or cut afterwards.
type samples struct {
	module *python.Module
	class  *python.Class
	sized  []*python.Call
	left   int // expressions that may still be looked at: x = x + x doubles them with each line
}

// maxTraced bounds the expressions that are looked at for the samples of one dataset.
const maxTraced = 400

// allSized reports whether every sample holds something of the size, and no other image that was read.
func (s *samples) allSized() bool {
	item := s.getItem()
	if item == nil {
		return false
	}
	values := valuesOf(item.Body)
	found := false
	for _, v := range values {
		if s.hasSize(v) {
			found = true
		} else if s.reads(v) {
			return false // as large as it lies on the disk
		}
	}
	return found
}

func (s *samples) getItem() *python.Function {
	for _, one := range s.class.Body {
		if f, ok := one.(*python.Function); ok && f.Name == "__getitem__" {
			return f
		}
	}
	return nil
}

// valuesOf are what a function's only return, its last statement, gives: the parts of a tuple or of a dictionary. nil
// where it may return elsewhere.
func valuesOf(body []python.Stmt) []python.Expr {
	last, ok := body[len(body)-1].(*python.Return)
	if !ok {
		return nil
	}
	for n := range python.AllIn(body) {
		if r, ok := n.(*python.Return); ok && r != last {
			return nil
		}
	}
	switch v := last.Value.(type) {
	case *python.Sequence:
		return v.Items
	case *python.Dict:
		var list []python.Expr
		for _, one := range v.Items {
			list = append(list, one.Value)
		}
		return list
	}
	return []python.Expr{last.Value}
}

// hasSize reports whether an expression is an image of the size: what a sizing call gives, and what keeps the size of
// that.
func (s *samples) hasSize(e python.Expr) bool {
	if s.left--; s.left < 0 {
		return false
	}
	switch e := e.(type) {
	case *python.Name:
		b := s.lastBinding(e)
		return b != nil && s.hasSize(b.Value)
	case *python.Binary: // x / 255
		return s.hasSize(e.Left) || s.hasSize(e.Right)
	case *python.Call:
		if slices.Contains(s.sized, e) || s.applies(e.Func) {
			return true
		}
		name := run.LastPart(s.module.Resolve(e.Func))
		if made, ok := e.Func.(*python.Call); ok { // ToTensor()(x)
			name = run.LastPart(s.module.Resolve(made.Func))
		}
		if knowledge.KeepsImageSize(name) && len(e.Args) > 0 {
			return s.hasSize(e.Args[0].Value)
		}
		return name == "" && knowledge.KeepsImageSize(e.MethodName()) && s.hasSize(e.Receiver())
	}
	return false
}

// lastBinding is the assignment behind which a name is used, nil where that is not one which every call of the function
// reaches last, or the image may have been changed in place since.
func (s *samples) lastBinding(name *python.Name) *python.Binding {
	scope, bindings := s.module.Lookup(name.ID, name)
	var last *python.Binding
	for _, b := range bindings {
		if b.Node.Span().End <= name.Span().Start && (last == nil || b.Node.Span().Start > last.Node.Span().Start) {
			last = b
		}
	}
	if last == nil || last.Kind != python.Assigned || scope.Function() == nil {
		return nil
	}
	at := slices.IndexFunc(scope.Function().Body, func(one python.Stmt) bool { return one == last.Node })
	if at < 0 {
		return nil
	}
	for n := range python.AllIn(scope.Function().Body[at+1:]) {
		if c, ok := n.(*python.Call); ok && knowledge.ResizesInPlace(c.MethodName()) &&
			python.PathText(c.Receiver()) == name.ID {
			return nil
		}
	}
	return last
}

// applies reports whether what is called brings an image to the size: a transform that is made there, or what every
// assignment gives the name or the attribute of self.
func (s *samples) applies(called python.Expr) bool {
	var bindings []*python.Binding
	switch called := called.(type) {
	case *python.Call:
		return s.sizes(called)
	case *python.Name:
		_, bindings = s.module.Lookup(called.ID, called)
	case *python.Attribute:
		if python.PathText(called.Value) == "self" {
			bindings = s.module.Member(s.class, called.Attr)
		}
	}
	return len(bindings) > 0 && !slices.ContainsFunc(bindings, func(b *python.Binding) bool {
		c, ok := b.Value.(*python.Call)
		return b.Kind != python.Assigned || !ok || !s.sizes(c)
	})
}

// sizes reports whether a transform is one that brings an image to the size, or does its list of transforms one after
// the other, and those behind such a one are of libraries that keep the size.
func (s *samples) sizes(c *python.Call) bool {
	if slices.Contains(s.sized, c) {
		return true
	}
	if name := run.LastPart(s.module.Resolve(c.Func)); name != "Compose" && name != "Sequential" {
		return false
	}
	var list []python.Expr
	for _, a := range c.Args {
		if one, ok := a.Value.(*python.Sequence); ok {
			list = append(list, one.Items...)
		} else {
			list = append(list, a.Value)
		}
	}
	does := false
	for _, one := range list {
		c, ok := one.(*python.Call)
		switch {
		case ok && slices.Contains(s.sized, c):
			does = true
		case does && (!ok || !knowledge.KeepsImageSize(run.LastPart(s.module.Resolve(c.Func)))):
			return false
		}
	}
	return does
}

// reads reports whether an image is read for what an expression gives, as far as names are followed.
func (s *samples) reads(e python.Expr) bool {
	if s.left--; s.left < 0 {
		return true
	}
	if e == nil {
		return false
	}
	for n := range python.All(e) {
		switch n := n.(type) {
		case *python.Call:
			if knowledge.LoadsImage(run.LastPart(s.module.Resolve(n.Func)), python.PathText(n.Func)) {
				return true
			}
		case *python.Name:
			_, bindings := s.module.Lookup(n.ID, n)
			for _, b := range bindings {
				if b.Value != nil && b.Node.Span().End <= n.Span().Start && s.reads(b.Value) {
					return true
				}
			}
		}
	}
	return false
}
