package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// Feed is one argument that the training step gives a model: images in fp32, all of one size.
type Feed struct {
	Name                           string // of forward's parameter, "" for a place
	Batch, Channels, Height, Width int64
}

// maxTraced bounds how many values are looked at behind what is differentiated.
const maxTraced = 20_000

// differentiated are the objects that go into what backward is called on.
func (w *owning) differentiated() map[*run.Object]bool {
	found := map[*run.Object]bool{}
	var pending []run.Value
	for _, c := range w.m.Trace.Calls {
		if method, ok := c.Callee.(*run.Member); ok && method.Name == "backward" {
			pending = append(pending, method.Object)
			for _, a := range c.Args { // accelerator.backward(loss)
				pending = append(pending, a.Value)
			}
		}
	}
	for len(pending) > 0 && len(found) < maxTraced {
		v := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		switch v := run.Bare(v).(type) {
		case *run.Choice:
			pending = append(pending, run.Alternatives(v)...)
		case *run.Tuple:
			pending = append(pending, v.Items...)
		case *run.Object:
			if found[v] {
				continue
			}
			found[v] = true
			pending = append(pending, v.Operands...)
			if v.Kind == run.List || v.Kind == run.Dict {
				pending = append(pending, w.m.Contents(v)...)
			}
			if v.Made == nil {
				continue
			}
			if method, ok := v.Made.Callee.(*run.Member); ok {
				pending = append(pending, method.Object)
			}
			for _, a := range v.Made.Args {
				pending = append(pending, a.Value)
			}
		}
	}
	return found
}

// feeds finds what the training step gives the one model.
func (w *owning) feeds() {
	own, model := w.list[0], w.objects[0]
	counted := w.differentiated()
	own.Unfed = &Doubt{own.Made.At, "where the training step calls it is not seen"}
	var first []Feed
	for _, c := range w.m.Trace.Calls {
		result, ok := c.Result.(*run.Object)
		if !ok || !counted[result] || !w.calls(c, model) {
			continue
		}
		at := c.Place().Origin()
		list, doubt := w.fed(c)
		if doubt != nil {
			own.Unfed = doubt
			return
		}
		if first != nil && !sameFeeds(first, list) {
			own.Unfed = &Doubt{at, "it is called with inputs of several sizes"}
			return
		}
		first = list
	}
	if first != nil {
		own.Feeds, own.Unfed = first, nil
	}
}

func sameFeeds(a, b []Feed) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// calls reports whether a call calls a model, or something that wraps it whole.
func (w *owning) calls(c *run.Call, model *run.Object) bool {
	if _, ok := run.Bare(c.Callee).(*run.Object); !ok {
		return false
	}
	parts := w.parts(c.Callee)
	return len(parts) == 1 && parts[0].model == model && parts[0].whole()
}

// fed are the arguments of a model's call.
func (w *owning) fed(c *run.Call) ([]Feed, *Doubt) {
	var list []Feed
	for _, a := range c.Args {
		if a.Star > 0 {
			return nil, &Doubt{c.Place().Origin(), "not all of what it is given is seen"}
		}
		f, doubt := w.sample(a.Value, c)
		if doubt != nil {
			return nil, doubt
		}
		f.Name = a.Name
		list = append(list, f)
	}
	if list == nil {
		return nil, &Doubt{c.Place().Origin(), "it is given nothing"}
	}
	return list, nil
}

// keepsShape are methods that give a tensor of the same shape and, where it is fp32, of the same type.
var keepsShape = map[string]bool{"cuda": true, "to": true, "float": true, "contiguous": true, "pin_memory": true, "requires_grad_": true, "detach": true, "clone": true}

// sample is an argument that a loader over a dataset of torchvision gives, on its way to the model.
func (w *owning) sample(v run.Value, c *run.Call) (Feed, *Doubt) {
	at := c.Place().Origin()
	unknown := func(o *run.Object, why string) (Feed, *Doubt) {
		if o != nil && o.At.Node != nil {
			at = o.At.Origin()
		}
		return Feed{}, &Doubt{at, why}
	}
	o, _ := run.Bare(v).(*run.Object)
	for o != nil && o.Made != nil {
		switch callee := run.Bare(o.Made.Callee).(type) {
		case *run.Member:
			if !keepsShape[callee.Name] || callee.Name == "to" && w.castsTo(o.Made) {
				return unknown(o, "what ."+callee.Name+"() gives")
			}
			o, _ = run.Bare(callee.Object).(*run.Object)
			continue
		case run.Symbol:
			if callee != "torch.autograd.Variable" || len(o.Made.Args) == 0 {
				return unknown(o, "the size of what "+string(callee)+" gives")
			}
			o, _ = run.Bare(o.Made.Args[0].Value).(*run.Object)
			continue
		}
		return unknown(o, "the size of what it is given")
	}
	if o == nil {
		return unknown(nil, "the size of what it is given")
	}
	if o.Operator != "[]" || len(o.Operands) != 2 || run.Bare(o.Operands[1]) != run.Value(run.Int(0)) {
		return unknown(o, "the size of what it is given")
	}
	batch, ok := o.Operands[0].(*run.Object)
	if !ok || batch.Operator != run.Iterating || len(batch.Operands) == 0 {
		return unknown(o, "the size of what it is given")
	}
	return w.loaded(batch.Operands[0], o)
}

// loaded is the first item of what a loader gives.
func (w *owning) loaded(v run.Value, item *run.Object) (Feed, *Doubt) {
	loader, ok := run.Bare(v).(*run.Object)
	if !ok || loader.Made == nil || run.Bare(loader.Made.Callee) != run.Value(run.Symbol("torch.utils.data.DataLoader")) {
		return Feed{}, &Doubt{item.At.Origin(), "the size of the items that are walked over"}
	}
	at := loader.Made.Place().Origin()
	for _, other := range []string{"collate_fn", "batch_sampler"} {
		if v, uncertain := loader.Made.Argument(other, knowledge.LoaderPosition(other)); v != nil && !run.IsNone(v) || uncertain {
			return Feed{}, &Doubt{at, "what " + other + " puts together"}
		}
	}
	size, _ := loader.Made.Argument("batch_size", knowledge.LoaderPosition("batch_size"))
	n, ok := run.Bare(size).(run.Int)
	if !ok || n <= 0 {
		return Feed{}, &Doubt{at, "the batch size"}
	}
	dataset, _ := loader.Made.Argument("dataset", knowledge.LoaderPosition("dataset"))
	f, doubt := w.image(dataset, at)
	f.Batch = int64(n)
	return f, doubt
}

// image is what a dataset gives first.
func (w *owning) image(v run.Value, at Place) (Feed, *Doubt) {
	o, ok := run.Bare(v).(*run.Object)
	for ok && o.Made != nil {
		inner := run.Value(nil)
		if s := run.Bare(o.Made.Callee); s == run.Value(run.Symbol("torch.utils.data.Subset")) || s == run.Value(run.Symbol("torch.utils.data.random_split")) {
			inner, _ = o.Made.Argument("dataset", 0)
		}
		if inner == nil {
			break
		}
		o, ok = run.Bare(inner).(*run.Object)
	}
	if ok && o.Operator == "[]" && len(o.Operands) > 0 { // random_split(…)[0]
		if split, isObject := o.Operands[0].(*run.Object); isObject && split.Made != nil {
			return w.image(split, at)
		}
	}
	if !ok || o.Made == nil {
		return Feed{}, &Doubt{at, "the size of what the dataset gives"}
	}
	if class, ok := o.Class.(*run.Class); ok {
		return Feed{}, &Doubt{Place{File: class.Unit.Module.File, Span: class.Node.Span()}, "the size of what " + class.Name() + " gives"}
	}
	name, _ := run.Bare(o.Made.Callee).(run.Symbol)
	images, ok := knowledge.Images(string(name))
	if !ok {
		return Feed{}, &Doubt{o.Made.Place().Origin(), "the size of what " + run.LastPart(string(name)) + " gives"}
	}
	transform, uncertain := o.Made.Argument("transform", images.Transform)
	if transform == nil || uncertain || run.IsNone(transform) {
		return Feed{}, &Doubt{o.Made.Place().Origin(), "which transform makes tensors of its images"}
	}
	return w.transformed(transform, Feed{Channels: int64(images.Channels), Height: int64(images.Size), Width: int64(images.Size)}, o.Made.Place().Origin())
}

// transformed is an image after torchvision's transforms.
func (w *owning) transformed(v run.Value, f Feed, at Place) (Feed, *Doubt) {
	tensor := false
	var apply func(v run.Value) *Doubt
	apply = func(v run.Value) *Doubt {
		o, ok := run.Bare(v).(*run.Object)
		if !ok || o.Made == nil {
			return &Doubt{at, "one of the transforms of its images"}
		}
		at := o.Made.Place().Origin()
		path, _ := run.Bare(o.Made.Callee).(run.Symbol)
		name := run.LastPart(string(path))
		if !strings.HasPrefix(string(path), "torchvision.transforms.") {
			return &Doubt{at, "what a transform makes of its images"}
		}
		switch name {
		case "Compose":
			list, _ := o.Made.Argument("transforms", 0)
			items, exact := w.m.Elements(list)
			if list == nil || !exact {
				return &Doubt{at, "which transforms its images pass"}
			}
			for _, item := range items {
				if doubt := apply(item); doubt != nil {
					return doubt
				}
			}
			return nil
		case "ToTensor":
			tensor = true
			return nil
		case "Resize", "CenterCrop", "RandomCrop", "RandomResizedCrop":
			size, _ := o.Made.Argument("size", 0)
			h, width, one := w.sizes(size)
			switch {
			case h == 0 || name == "Resize" && len(o.Made.Args) > 1 && namesArgument(o.Made, "max_size"):
				return &Doubt{at, "the size that " + name + " makes"}
			case one && name == "Resize" && (f.Height == 0 || f.Height != f.Width): // the smaller edge
				f.Height, f.Width = 0, 0
			default:
				f.Height, f.Width = h, width
			}
			return nil
		case "Grayscale":
			f.Channels = 1
			if n, _ := o.Made.Argument("num_output_channels", 0); n != nil {
				channels, ok := run.Bare(n).(run.Int)
				if !ok {
					return &Doubt{at, "how many channels Grayscale makes"}
				}
				f.Channels = int64(channels)
			}
			return nil
		}
		if !knowledge.KeepsImageSize(name) || namesArgument(o.Made, "expand") {
			return &Doubt{at, "the size that " + name + " makes"}
		}
		return nil
	}
	if doubt := apply(v); doubt != nil {
		return Feed{}, doubt
	}
	switch {
	case !tensor:
		return Feed{}, &Doubt{at, "which transform makes tensors of its images"}
	case f.Height == 0:
		return Feed{}, &Doubt{at, "the size of its images, which lies in their files"}
	}
	return f, nil
}

func namesArgument(c *run.Call, name string) bool {
	v, uncertain := c.Argument(name, -1)
	return v != nil || uncertain
}

// sizes are those that an argument says, 224 or (256, 128); one says that it is a single number. 0: not known.
func (w *owning) sizes(v run.Value) (height, width int64, one bool) {
	if n, ok := run.Bare(v).(run.Int); ok {
		return max(int64(n), 0), max(int64(n), 0), true
	}
	if v == nil {
		return 0, 0, false
	}
	items, exact := w.m.Elements(v)
	if !exact || len(items) != 2 {
		return 0, 0, false
	}
	h, ok := run.Bare(items[0]).(run.Int)
	wide, also := run.Bare(items[1]).(run.Int)
	if !ok || !also || h <= 0 || wide <= 0 {
		return 0, 0, false
	}
	return int64(h), int64(wide), false
}

// beside is a model that is no part of the one that is trained.
func (w *owning) beside() *Doubt {
	for _, c := range w.m.Trace.Calls {
		o, ok := c.Result.(*run.Object)
		if !ok || o.Made != c || !isOwn(o) {
			continue
		}
		class, written := o.Class.(*run.Class)
		if _, part := w.inside[o]; part || !written || w.constructs(o, c.Caller) {
			continue
		}
		return &Doubt{c.Place().Origin(), "what " + class.Name() + " takes beside the model"}
	}
	for _, l := range w.j.Loads {
		return &Doubt{l.In.Place(l.Call), "what " + run.LastPart(l.Class) + " takes beside the model"}
	}
	return nil
}
