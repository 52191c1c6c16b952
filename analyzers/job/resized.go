package job

import (
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// fromDatasets takes the size to which the project's own datasets bring each image, where the training step is fed from them and all
// that they do to the sizes of images ends in one: the classes often stand in files that nothing else of a job is read from.
func (j *Job) fromDatasets() {
	e := j.Program.run
	loaders, parts := e.feeding()
	if len(loaders) == 0 || parts {
		return
	}
	size, by := "", Found{}
	for _, o := range loaders {
		if o.Made == nil || library.RoleOf(o) != knowledge.Loader {
			return
		}
		v, _ := o.Made.Argument("dataset", 0)
		data, _ := run.Bare(v).(*run.Object)
		text, found := e.sizeGiven(data)
		if text == "" || size != "" && text != size {
			return
		}
		size, by = text, found
	}
	j.claim(dialect.ImageSize, size, byScript, "the dataset", by.notDefault())
}

// sizeGiven is the size of the images that a dataset of the project gives; "" where it is not the same for all, or not known.
func (e *execution) sizeGiven(data *run.Object) (size string, by Found) {
	if data == nil || data.Made == nil {
		return "", by
	}
	class, ok := data.Class.(*run.Class)
	if !ok || class.Node == nil || class.Unit == nil {
		return "", by
	}
	m := class.Unit.Module
	var list python.Node                // the transforms in which the last size stands
	open := map[*python.Function]bool{} // the functions in which an image got a size that is not known, and none since
	var sized []*python.Call
	for n := range python.All(class.Node) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		if e.handedOver(data, class.Node, c) {
			return "", by
		}
		if !mayResize(m, c) {
			continue
		}
		f := python.EnclosingFunction(c)
		at, fixed := sizeOfCall(m, c)
		if !fixed {
			open[f] = open[f] || at == nil
			continue
		}
		text, v := sizeOf(e.ofDataset(data, c, at))
		if _, isList := c.Parent().(*python.Sequence); text == "" || size != "" && text != size && (!isList || c.Parent() != list) {
			return "", by // but of the transforms of one list the last one decides
		}
		size, by, list = text, v, c.Parent()
		sized = append(sized, c)
		if always(c, f) {
			delete(open, f)
		}
	}
	if len(open) > 0 || !(&sizing{m, class.Node, sized, maxTraced}).reachesItem() {
		return "", by
	}
	return size, by
}

// sizing follows the samples of a dataset back to the calls that bring images to one size.
type sizing struct {
	module *python.Module
	class  *python.Class
	sized  []*python.Call
	left   int // expressions that may still be looked at: x = x + x doubles them with each line
}

// reachesItem reports whether something that every sample holds was brought to the size, and nothing behind that is unknown: a mask or
// a thumbnail may be resized and the image left as it is.
func (s *sizing) reachesItem() bool {
	var item *python.Function
	for _, one := range s.class.Body {
		if f, ok := one.(*python.Function); ok && f.Name == "__getitem__" {
			item = f
		}
	}
	if item == nil {
		return false
	}
	var returned *python.Return
	for n := range python.All(item) {
		if r, ok := n.(*python.Return); ok && python.EnclosingFunction(r) == item {
			if returned != nil {
				return false
			}
			returned = r
		}
	}
	if returned == nil || !slices.Contains(item.Body, python.Stmt(returned)) {
		return false
	}
	values := []python.Expr{returned.Value}
	switch v := returned.Value.(type) {
	case *python.Sequence:
		values = v.Items
	case *python.Dict:
		values = nil
		for _, one := range v.Items {
			values = append(values, one.Value)
		}
	}
	found := false
	for _, v := range values {
		if s.sizes(v, item, returned) {
			found = true
		} else if s.loads(v, item) {
			return false // another image, as large as it lies on the disk
		}
	}
	return found
}

// maxTraced bounds the expressions that are looked at for the samples of one dataset.
const maxTraced = 400

// loads reports whether an image is read for what an expression gives.
func (s *sizing) loads(e python.Expr, in *python.Function) bool {
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
			for other := range python.All(in) {
				a, ok := other.(*python.Assign)
				if ok && len(a.Targets) == 1 && python.PathText(a.Targets[0]) == n.ID && a.Span().End <= n.Span().Start && s.loads(a.Value, in) {
					return true
				}
			}
		}
	}
	return false
}

// sizes reports whether an expression in a statement of a function is an image of the size: what a sizing call gives, and what keeps
// the size of that.
func (s *sizing) sizes(e python.Expr, in *python.Function, at python.Stmt) bool {
	if s.left--; s.left < 0 {
		return false
	}
	switch e := e.(type) {
	case *python.Name:
		var last *python.Assign
		for n := range python.All(in) {
			a, ok := n.(*python.Assign)
			if ok && len(a.Targets) == 1 && python.PathText(a.Targets[0]) == e.ID && a.Span().Start < at.Span().Start {
				last = a
			}
		}
		return last != nil && slices.Contains(in.Body, python.Stmt(last)) && s.sizes(last.Value, in, last)
	case *python.Binary: // x / 255
		return s.sizes(e.Left, in, at) || s.sizes(e.Right, in, at)
	case *python.Call:
		if slices.Contains(s.sized, e) || s.applies(e.Func) {
			return true
		}
		name := run.LastPart(s.module.Resolve(e.Func))
		if made, ok := e.Func.(*python.Call); ok { // ToTensor()(x)
			name = run.LastPart(s.module.Resolve(made.Func))
		}
		if knowledge.KeepsImageSize(name) && len(e.Args) > 0 {
			return s.sizes(e.Args[0].Value, in, at)
		}
		return name == "" && knowledge.KeepsImageSize(e.MethodName()) && s.sizes(e.Receiver(), in, at)
	}
	return false
}

// applies reports whether what is called brings an image to the size: a transform that is made there, or what every assignment of the
// class gives the name.
func (s *sizing) applies(called python.Expr) bool {
	if c, ok := called.(*python.Call); ok {
		return s.holds(c)
	}
	name, found := python.PathText(called), false
	for n := range python.All(s.class) {
		a, ok := n.(*python.Assign)
		if !ok || name == "" || len(a.Targets) != 1 || python.PathText(a.Targets[0]) != name {
			continue
		}
		if c, ok := a.Value.(*python.Call); !ok || !s.holds(c) {
			return false
		}
		found = true
	}
	return found
}

// holds reports whether a transform is one that brings an image to the size, or does its list of transforms one after the other, and
// those behind such a one are of libraries that keep the size.
func (s *sizing) holds(c *python.Call) bool {
	if slices.Contains(s.sized, c) {
		return true
	}
	if name := run.LastPart(s.module.Resolve(c.Func)); name != "Compose" && name != "Sequential" {
		return false
	}
	list := []python.Expr{}
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

// handedOver reports whether a call in the class of a dataset applies something to its samples that others made: a transform that
// the constructor was given.
func (e *execution) handedOver(data *run.Object, class *python.Class, c *python.Call) bool {
	a, ok := c.Func.(*python.Attribute)
	if !ok || python.PathText(a.Value) != "self" || !knowledge.NamesTransform(a.Attr) {
		return false
	}
	v := run.Bare(e.ran().Get(data, a.Attr))
	if v == nil {
		return false // a method
	}
	o, ok := v.(*run.Object)
	return !ok || o.Made == nil || o.Made.Node == nil || python.EnclosingClass(o.Made.Node) != class
}

// mayResize reports whether a call may change the size of an image, by its name.
func mayResize(m *python.Module, c *python.Call) bool {
	name := run.LastPart(m.Resolve(c.Func))
	if name == "" {
		name = c.MethodName()
	}
	return knowledge.ChangesImageSize(name) && !strings.Contains(strings.ToLower(python.PathText(c.Func)), "token")
}

// always reports whether a call is made in every run of the function around it, as far as no test stands around it.
func always(c *python.Call, f *python.Function) bool {
	for n := c.Parent(); n != nil && n != python.Node(f); n = n.Parent() {
		switch n.(type) {
		case *python.If, *python.IfExp, *python.For, *python.While, *python.Try:
			return false
		}
	}
	return true
}

// sizeOfCall is what says the size of the images that a call gives, and whether that is all of it: one side alone keeps the other's
// ratio to it. nil where it is not seen what size they have.
func sizeOfCall(m *python.Module, c *python.Call) (at python.Expr, fixed bool) {
	size := m.Argument(c, "size", 0)
	if size.Presence != python.Given {
		return nil, false
	}
	var sides []python.Expr
	if pair, ok := size.Value.(*python.Sequence); ok {
		sides = pair.Items
	}
	path := m.Resolve(c.Func)
	switch name := run.LastPart(path); {
	case strings.HasPrefix(path, "torchvision.transforms.") && resizes[name]:
		return size.Value, len(sides) == 2 || name != "Resize"
	case c.MethodName() == "resize" && path == "" && len(sides) == 2: // of an image of PIL: width before height
		if name := python.PathText(sides[0]); name == "" || name != python.PathText(sides[1]) {
			return nil, false
		}
		return sides[0], true
	}
	return nil, false
}

// ofDataset is what an expression in the class of a dataset is for one of its objects: as the constructor met it, or an attribute that
// the constructor left.
func (e *execution) ofDataset(data *run.Object, c *python.Call, at python.Expr) Found {
	switch at := at.(type) {
	case *python.Attribute:
		if v := e.ran().Get(data, at.Attr); python.PathText(at.Value) == "self" && v != nil {
			return e.found(v)
		}
	case *python.Number:
		if n, err := strconv.ParseInt(at.Text, 10, 32); err == nil {
			return Found{Value: run.Int(n)}
		}
	case *python.Sequence:
		var out Found
		for _, item := range at.Items {
			out.Items = append(out.Items, e.ofDataset(data, c, item))
		}
		if len(out.Items) == 2 && out.Items[0].Value != nil && out.Items[1].Value != nil {
			return out
		}
	}
	var text string
	var out Found
	for _, call := range e.calls[c] {
		for by := call.Caller; by != nil; by = by.Caller {
			v, _ := call.Argument("size", 0)
			if by.Node == nil || by.Node != data.Made.Node || v == nil {
				continue
			}
			said, f := sizeOf(e.found(v))
			if said == "" || text != "" && said != text { // objects of several sizes are made there
				return Found{}
			}
			text, out = said, f
		}
	}
	return out
}
