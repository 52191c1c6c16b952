package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// OrderFault says what is wrong with the place of a transform.
type OrderFault uint8

// The faults.
const (
	GivenOther     OrderFault = iota // it refuses what stands before it gives
	BeforeTensor                     // it takes tensors alone, and what makes them stands behind it
	CutsNormalized                   // it cuts off what a Normalize before it has put below 0 and above 1
	NormalizedTwice
	NotScaled // it leaves 0 to 255, of which the Normalize behind it takes the statistics of 0 to 1
)

// MisplacedTransform is a transform of a list that stands in the wrong place of it.
type MisplacedTransform struct {
	Fault OrderFault
	// At is where it stands: in the list, where that is written out.
	At run.Place
	// Transform is the one in the wrong place, Other the one that says so: what was before it, or stands behind.
	Transform, Other *run.Call
	// Given is what the transform gets, where it refuses that.
	Given knowledge.Picture
}

// Names are the classes of the two transforms.
func (m *MisplacedTransform) Names() (transform, other string) {
	transform = run.LastPart(symbolOf(m.Transform))
	if m.Other != nil {
		other = run.LastPart(symbolOf(m.Other))
	}
	return transform, other
}

// MisplacedTransforms lists those of the lists of transforms that are put together in the file, one for each list.
func (f *Facts) MisplacedTransforms() []*MisplacedTransform {
	var list []*MisplacedTransform
	seen := map[python.Node]bool{}
	look := func(calls []*run.Call) {
		for _, c := range calls {
			if c.Node == nil || c.Unit == nil || c.Unit.Module != f.Module || seen[c.Node] ||
				!knowledge.ComposesTransforms(symbolOf(c)) {
				continue
			}
			transforms, _ := c.Argument("transforms", 0)
			o := &inOrder{machine: f.machine, picture: pictureFor(c, calls)}
			o.run(transforms, 0)
			seen[c.Node] = true
			if o.found != nil && o.found.Transform.Node != nil {
				o.found.At = f.standsAt(o.found.Transform, c)
				list = append(list, o.found)
			}
		}
	}
	var composing []*python.Call
	for _, c := range f.Module.AllCalls() {
		if knowledge.ComposesTransforms(f.Module.Resolve(c.Func)) {
			composing = append(composing, c)
		}
	}
	if len(composing) == 0 {
		return nil
	}
	for _, e := range f.Entries() {
		look(e.Calls)
	}
	composing = slices.DeleteFunc(composing, func(c *python.Call) bool { return seen[c] })
	f.composeRest(composing, look)
	return list
}

// standsAt is where a transform stands in a list: its own call, or the name that stands for it there, else what makes
// the list.
func (f *Facts) standsAt(transform, compose *run.Call) run.Place {
	if transform.Unit == compose.Unit && python.Within(transform.Node, compose.Node) {
		return transform.Place()
	}
	transforms, _ := compose.Argument("transforms", 0)
	list, isList := run.Bare(transforms).(*run.Object)
	if !isList || len(compose.Node.Args) == 0 {
		return compose.Place()
	}
	written, display := compose.Node.Args[0].Value.(*python.Sequence)
	items, _ := f.machine.Elements(list)
	for i, item := range items {
		if o, ok := run.Bare(item).(*run.Object); ok && o.Made == transform && display && len(written.Items) == len(items) {
			return run.Place{Unit: compose.Unit, Node: written.Items[i]}
		}
	}
	return compose.Place()
}

// composeRest runs what puts lists of transforms together and has no part in a training: other files do.
func (f *Facts) composeRest(composing []*python.Call, look func([]*run.Call)) {
	body := false
	functions := map[*python.Function]bool{}
	for _, c := range composing {
		if fn := python.EnclosingFunction(c); fn != nil {
			functions[fn] = true
		} else {
			body = true
		}
	}
	if body {
		look(f.asideOf(func() { f.machine.Run(f.Module, "__main__") }).Calls)
	}
	if len(functions) == 0 {
		return
	}
	for _, fn := range f.machine.Functions(f.Module, "__main__", func(fn *python.Function) bool { return functions[fn] }) {
		if functions[fn.Node] {
			self := f.machine.SelfOf(fn)
			look(f.asideOf(func() { f.machine.Enter(fn, self) }).Calls)
		}
	}
}

// pictureFor is what the pictures are that a list of transforms gets: those of a dataset of torchvision's.
func pictureFor(compose *run.Call, calls []*run.Call) knowledge.Picture {
	for _, c := range calls {
		path := symbolOf(c)
		if !knowledge.GivesPIL(path) {
			continue
		}
		loader, _ := c.Argument("loader", -1)
		transform, _ := c.Argument("transform", knowledge.TransformPosition(path))
		if o, ok := run.Bare(transform).(*run.Object); ok && o == compose.Result && loader == nil {
			return knowledge.PILPicture
		}
	}
	return knowledge.AnyPicture
}

// inOrder goes through a list of transforms as a picture does.
type inOrder struct {
	machine *run.Machine
	picture knowledge.Picture
	// made is the transform that made the picture what it is; nil for the dataset.
	made *run.Call
	// normalized is the one that put it around 0; nil for none, or where that is not sure.
	normalized *run.Call
	// scaled is the one that surely brought it to 0 to 1; nil for none.
	scaled *run.Call
	// unscaled is the one that made floats of it and left them at 0 to 255.
	unscaled *run.Call
	found    *MisplacedTransform
}

// forget is where a transform does what nobody knows.
func (o *inOrder) forget() {
	o.picture, o.made, o.normalized, o.unscaled, o.scaled = knowledge.AnyPicture, nil, nil, nil, nil
}

func (o *inOrder) report(fault OrderFault, transform, other *run.Call) {
	if o.found == nil && transform != nil {
		o.found = &MisplacedTransform{Fault: fault, Transform: transform, Other: other, Given: o.picture}
	}
}

// run goes through the transforms of a list.
func (o *inOrder) run(transforms run.Value, depth int) {
	list, isList := run.Bare(transforms).(*run.Object)
	var items []run.Value
	if tuple, ok := run.Bare(transforms).(*run.Tuple); ok {
		items = tuple.Items
	} else if isList && list.Kind == run.List {
		exact := false
		if items, exact = o.machine.Elements(list); !exact {
			o.forget()
			return
		}
	}
	if items == nil || depth > maxParts {
		o.forget()
		return
	}
	for _, item := range items {
		t, ok := run.Bare(item).(*run.Object)
		if !ok || t.Made == nil || symbolOf(t.Made) == "" {
			o.forget()
			continue
		}
		o.step(t.Made, depth)
	}
}

// step is one transform.
func (o *inOrder) step(t *run.Call, depth int) {
	path := symbolOf(t)
	inner, _ := t.Argument("transforms", 0)
	switch {
	case knowledge.ComposesTransforms(path):
		o.run(inner, depth+1)
		return
	case knowledge.DrawsTransforms(path):
		o.drawn(inner, depth)
		return
	}
	if knowledge.RefusesPicture(path, o.picture) {
		if o.made != nil && knowledge.NeedsTensor(symbolOf(o.made)) {
			o.report(BeforeTensor, o.made, t)
		} else {
			o.report(GivenOther, t, o.made)
		}
	}
	if o.normalized != nil && o.cuts(t) {
		o.report(CutsNormalized, t, o.normalized)
	}
	normalizes := knowledge.NormalizesPicture(path)
	if normalizes && o.normalized != nil && o.ofUnitStatistics(t) && o.ofUnitStatistics(o.normalized) {
		o.report(NormalizedTwice, t, o.normalized)
	}
	if normalizes && o.unscaled != nil && o.ofUnitStatistics(t) {
		o.report(NotScaled, o.unscaled, t)
	}
	if o.converts(t) {
		return
	}
	gives, known := knowledge.GivesPicture(path, o.picture)
	if !known {
		o.forget()
		return
	}
	if gives != o.picture {
		o.made = t
	}
	if gives == knowledge.PILPicture {
		o.normalized, o.unscaled, o.scaled = nil, nil, nil
	}
	if knowledge.ScalesPicture(path, o.picture) {
		o.scaled = t
	}
	o.picture = gives
	if normalizes && !o.keepsPositive(t) {
		o.normalized = t
	}
}

// converts reports whether a transform changes the type of a picture's numbers, and does so.
func (o *inOrder) converts(t *run.Call) bool {
	dtype, scales := knowledge.ConvertsPicture(symbolOf(t))
	if dtype == "" {
		return false
	}
	to, _ := t.Argument(dtype, 0)
	symbol, _ := run.Bare(to).(run.Symbol)
	if o.picture == knowledge.PILPicture {
		return true
	}
	was := o.picture
	switch {
	case symbol == "torch.uint8":
		o.picture, o.scaled = knowledge.ByteTensor, nil
	case symbol == "torch.float32" || symbol == "torch.float" || to == nil && scales == "":
		o.picture = knowledge.FloatTensor
	default:
		o.forget()
		return true
	}
	if was != o.picture {
		o.made = t
	}
	if v, _ := t.Argument(scales, 1); was == knowledge.ByteTensor && o.picture == knowledge.FloatTensor &&
		(scales == "" || run.Bare(v) == run.Value(run.Bool(true))) {
		o.scaled = t
	}
	if scales != "" && was == knowledge.ByteTensor && o.picture == knowledge.FloatTensor {
		if v, open := t.Argument(scales, 1); v == nil && !open || run.Bare(v) == run.Value(run.Bool(false)) {
			o.unscaled = t
		}
	}
	return true
}

// drawn goes through each of several transforms of which chance decides.
func (o *inOrder) drawn(transforms run.Value, depth int) {
	list, ok := run.Bare(transforms).(*run.Object)
	if ok && list.Made != nil && len(list.Made.Args) == 1 && list.Kind != run.List { // nn.ModuleList([…])
		list, ok = run.Bare(list.Made.Args[0].Value).(*run.Object)
	}
	if !ok || list.Kind != run.List {
		o.forget()
		return
	}
	items, exact := o.machine.Elements(list)
	if !exact {
		o.forget()
		return
	}
	before, same := *o, true
	for _, item := range items {
		t, ok := run.Bare(item).(*run.Object)
		if !ok || t.Made == nil || symbolOf(t.Made) == "" {
			same = false
			continue
		}
		*o = before
		o.step(t.Made, depth+1)
		before.found = o.found
		same = same && o.picture == before.picture && o.normalized == before.normalized
	}
	*o = before
	if !same {
		o.forget()
	}
}

// cuts reports whether a transform cuts off what lies below 0: a jitter that changes the hue alone does not.
func (o *inOrder) cuts(t *run.Call) bool {
	path := symbolOf(t)
	if !knowledge.CutsColours(path) {
		return false
	}
	if p, _ := t.Argument("p", -1); p != nil {
		if n, known := run.Number(run.Bare(p)); known && n == 0 {
			return false
		}
	}
	if !knowledge.JittersColours(path) {
		return true
	}
	for i, name := range []string{"brightness", "contrast", "saturation"} {
		v, open := t.Argument(name, i)
		if open {
			return true
		}
		if n, known := run.Number(run.Bare(v)); v != nil && !(known && n == 0) {
			return true
		}
	}
	return false
}

// keepsPositive reports whether a Normalize takes off nothing: what is from 0 to 1 stays there.
func (o *inOrder) keepsPositive(t *run.Call) bool {
	mean, open := t.Argument("mean", 0)
	kind, _ := t.Argument("normalization", -1)
	if open || kind != nil {
		return true // not surely
	}
	list, known := o.statisticsOf(mean)
	return known && !slices.ContainsFunc(list, func(n float64) bool { return n != 0 })
}

// ofUnitStatistics reports whether a Normalize is given the mean and the deviation of pictures from 0 to 1. What puts
// them back, by a negative mean or a deviation above 1, is another thing.
func (o *inOrder) ofUnitStatistics(t *run.Call) bool {
	for i, name := range []string{"mean", "std"} {
		v, _ := t.Argument(name, i)
		list, known := o.statisticsOf(v)
		if !known || len(list) == 0 || slices.ContainsFunc(list, func(n float64) bool { return n <= 0 || n >= 1 }) {
			return false
		}
	}
	return true
}

// statisticsOf are the numbers of a list, a tuple or one number alone; known is false where one is not.
func (o *inOrder) statisticsOf(v run.Value) (list []float64, known bool) {
	if v == nil {
		return nil, false
	}
	items := []run.Value{v}
	switch of := run.Bare(v).(type) {
	case *run.Tuple:
		items = of.Items
	case *run.Object:
		if items, known = o.machine.Elements(of); of.Kind != run.List || !known {
			return nil, false
		}
	}
	for _, item := range items {
		n, ok := run.Number(run.Bare(item))
		if !ok {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}
