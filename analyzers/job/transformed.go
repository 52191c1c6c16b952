package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// sizeTransformed is the size to which the transform of one of torchvision's datasets brings each image; "" where it is
// not the same for all, or not known.
func (e *execution) sizeTransformed(data *run.Object) (size string, by Found) {
	if data == nil || data.Made == nil {
		return "", by
	}
	path, ok := run.Bare(data.Made.Callee).(run.Symbol)
	if !ok || !knowledge.MakesDataset(string(path)) {
		return "", by
	}
	v, open := data.Made.Argument("transform", knowledge.TransformPosition(string(path)))
	if v == nil || open {
		return "", by
	}
	t := &transforming{e: e, size: side(knowledge.DatasetSide(string(path)))}
	if t.size != "" {
		t.by = wordAt(data.Made.Place().Origin())
	}
	if !t.apply(v, 0) {
		return "", by
	}
	return t.size, t.by
}

// transforming follows the size of an image through transforms, one after the other.
type transforming struct {
	e    *execution
	size string // "" while it is not known
	by   Found
}

// apply is false where it is not known what a transform makes of sizes.
func (t *transforming) apply(v run.Value, depth int) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || o.Made == nil || depth > maxWrapped {
		return false
	}
	if class, ok := o.Class.(*run.Class); ok {
		inner := transformWithin(t.e.machine, o, class)
		return inner != nil && t.apply(inner, depth+1)
	}
	path, _ := run.Bare(o.Made.Callee).(run.Symbol)
	if !strings.HasPrefix(string(path), "torchvision.transforms.") {
		return false
	}
	switch name := run.LastPart(string(path)); {
	case name == "Compose":
		list, _ := o.Made.Argument("transforms", 0)
		parts, ok := run.Bare(list).(*run.Object)
		if !ok {
			return false
		}
		items, exact := t.e.machine.Elements(parts)
		for _, item := range items {
			exact = exact && t.apply(item, depth+1)
		}
		return exact
	case resizes[name]:
		v, open := o.Made.Argument("size", 0)
		if v == nil || open {
			return false
		}
		found := t.e.found(v)
		if len(found.Items) == 1 { // [96], as nargs="+" gives it
			found = found.Items[0]
		}
		square := t.size != "" && !strings.Contains(t.size, "x")
		t.size, t.by = sizeOf(found)
		if t.size == "" {
			return false
		}
		if t.by.Place.File == nil { // a number that stands there
			t.by.Place = o.Made.Place().Origin()
		}
		if name == "Resize" && len(found.Items) != 2 && !square { // the shorter side alone
			t.size = ""
		}
		return true
	}
	return knowledge.KeepsImageSize(run.LastPart(string(path)))
}

// transformWithin is what an object of the project's is called for: def __call__(self, x): return self.inner(x). nil
// for any other.
func transformWithin(m *run.Machine, o *run.Object, class *run.Class) run.Value {
	call, ok := m.ClassMember(class, "__call__").(*run.Function)
	if !ok || call.Node == nil || len(call.Node.Body) != 1 || len(call.Node.Params) != 2 {
		return nil
	}
	given, ok := call.Node.Body[0].(*python.Return)
	if !ok {
		return nil
	}
	c, ok := given.Value.(*python.Call)
	if !ok || len(c.Args) != 1 || python.PathText(c.Args[0].Value) != call.Node.Params[1].Name {
		return nil
	}
	inner, ok := c.Func.(*python.Attribute)
	if !ok || python.PathText(inner.Value) != call.Node.Params[0].Name {
		return nil
	}
	return m.Get(o, inner.Attr)
}
