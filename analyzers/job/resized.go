package job

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// fromDatasets takes the size to which the project's own datasets bring each image, where the training step is fed from
// them and all that they do to the sizes of images ends in one: the classes often stand in files that nothing else of a
// job is read from.
func (j *Job) fromDatasets() {
	e := j.Program.run
	loaders, _ := e.feeding() // none where a step is given a part of a batch
	size, by := "", Found{}
	for _, o := range loaders {
		if o.Made == nil || library.RoleOf(o) != knowledge.Loader {
			return
		}
		v, _ := o.Made.Argument("dataset", 0)
		data, _ := run.Bare(v).(*run.Object)
		text, found := e.sizeGiven(data)
		if text == "" {
			text, found = e.sizeTransformed(data)
		}
		if text == "" || size != "" && text != size {
			return
		}
		size, by = text, found
	}
	j.claim(dialect.ImageSize, size, byScript, "the dataset", by.notDefault())
}

// sizeGiven is the size of the images that a dataset of the project gives; "" where it is not the same for all, or not
// known.
func (e *execution) sizeGiven(data *run.Object) (size string, by Found) {
	if data == nil || data.Made == nil {
		return "", by
	}
	class, ok := data.Class.(*run.Class)
	if !ok || class.Node == nil || class.Unit == nil {
		return "", by
	}
	m := class.Unit.Module
	var list python.Node // the transforms in which the last size stands
	var sized []*python.Call
	for n := range python.All(class.Node) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		at, fixed := sizeOfCall(m, c)
		if !fixed {
			continue
		}
		text, v := sizeOf(e.ofDataset(data, c, at))
		if _, both := at.(*python.Attribute); both && c.MethodName() == "resize" && strings.Contains(text, "x") {
			return "", by // width before height
		}
		if _, isList := c.Parent().(*python.Sequence); text == "" ||
			size != "" && text != size && (!isList || c.Parent() != list) {
			return "", by // but of the transforms of one list the last one decides
		}
		size, by, list = text, v, c.Parent()
		sized = append(sized, c)
	}
	if !(&samples{m, class.Node, sized, maxTraced}).allSized() {
		return "", by
	}
	return size, by
}

// sizeOfCall is what says the size of the images that a call gives, and whether that is all of it: one side alone keeps
// the other's ratio to it.
func sizeOfCall(m *python.Module, c *python.Call) (at python.Expr, fixed bool) {
	path := m.Resolve(c.Func)
	size := m.Argument(c, "size", 0)
	if path == "cv2.resize" {
		size = m.Argument(c, "dsize", 1)
	}
	if size.Presence != python.Given {
		return nil, false
	}
	var sides []python.Expr
	if pair, ok := size.Value.(*python.Sequence); ok {
		sides = pair.Items
	}
	switch name := run.LastPart(path); {
	case strings.HasPrefix(path, "torchvision.transforms.") && resizes[name]:
		return size.Value, len(sides) == 2 || name != "Resize"
	case c.MethodName() == "resize" && path == "" && len(sides) == 2, path == "cv2.resize" && len(sides) == 2:
		// of an image of PIL or of OpenCV: width before height
		if name := m.File.Slice(sides[0].Span()); name != m.File.Slice(sides[1].Span()) {
			return nil, false
		}
		return sides[0], true
	case c.MethodName() == "resize" && (path == "" || path == "cv2.resize"): // self.size, which says both
		at, ok := size.Value.(*python.Attribute)
		return size.Value, ok && python.PathText(at.Value) == "self"
	}
	return nil, false
}

// keptBy is a number that is written out, or an attribute of an object.
func (e *execution) keptBy(o *run.Object, at python.Expr) Found {
	switch at := at.(type) {
	case *python.Attribute:
		if v := e.ran().Get(o, at.Attr); python.PathText(at.Value) == "self" && v != nil {
			return e.found(v)
		}
	case *python.Number:
		if n, err := strconv.ParseInt(at.Text, 10, 32); err == nil {
			return Found{Value: run.Int(n)}
		}
	}
	return Found{}
}

// ofDataset is what an expression in the class of a dataset is for one of its objects: as the constructor met it, or an
// attribute that the constructor left.
func (e *execution) ofDataset(data *run.Object, c *python.Call, at python.Expr) Found {
	if pair, ok := at.(*python.Sequence); ok && len(pair.Items) == 2 {
		first, second := e.keptBy(data, pair.Items[0]), e.keptBy(data, pair.Items[1])
		if first.Value != nil && second.Value != nil {
			return Found{Items: []Found{first, second}}
		}
	} else if kept := e.keptBy(data, at); kept.Value != nil {
		return kept
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
