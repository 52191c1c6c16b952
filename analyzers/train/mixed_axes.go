package train

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

// MixedAxes is a map of classes that is cut into rows across its axes before a loss: scores.view(-1, classes) of what
// has its classes on the second axis.
type MixedAxes struct {
	// View cuts it into rows, Loss takes each row for the classes of one place.
	View, Loss *run.Call
	// Map is the layer, or the network of a library's, that gives it.
	Map *run.Call
}

// MixedAxes lists the losses of a training that are surely given such rows.
func (f *Facts) MixedAxes() []*MixedAxes {
	var list []*MixedAxes
	for _, e := range f.Entries() {
		for _, l := range e.LossCalls() {
			if l.Loss != knowledge.CrossEntropy && l.Loss != knowledge.NegativeLogLikelihood {
				continue
			}
			target, _ := l.Call.Argument("target", 1)
			rows, view := e.cutIntoRows(l.Input)
			if view == nil || !flattened(target) ||
				slices.ContainsFunc(list, func(m *MixedAxes) bool { return m.View.At == view.At }) {
				continue
			}
			if of := e.mapGiven(rows, view, maxReshaped); of != nil {
				list = append(list, &MixedAxes{view, l.Call, of})
			}
		}
	}
	return list
}

// cutIntoRows is what view(-1, n) is made of that gives a value, and that call; nil for anything else. What keeps the
// classes of a row may stand behind it.
func (e *Entry) cutIntoRows(v run.Value) (of run.Value, view *run.Call) {
	for range maxReshaped {
		o, ok := run.Bare(v).(*run.Object)
		if !ok || o.Made == nil {
			return nil, nil
		}
		m, method := o.Made.Callee.(*run.Member)
		switch {
		case method && (m.Name == "view" || m.Name == "reshape"):
			sizes := given(o.Made)
			if len(sizes) != 2 || run.Bare(sizes[0]) != run.Value(run.Int(-1)) {
				return nil, nil
			}
			return m.Object, o.Made
		case method && knowledge.IsHandedOn(m.Name):
			v = m.Object
		case knowledge.KeepsClasses(symbolOf(o.Made)) && len(o.Made.Args) > 0:
			v = o.Made.Args[0].Value
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// flattened reports whether labels are one long row: labels.view(-1), labels.flatten().
func flattened(v run.Value) bool {
	for range maxReshaped {
		o, ok := run.Bare(v).(*run.Object)
		if !ok || o.Made == nil {
			return false
		}
		m, method := o.Made.Callee.(*run.Member)
		if !method || !knowledge.IsHandedOn(m.Name) {
			return false
		}
		if m.Name == "flatten" && len(o.Made.Args) == 0 || (m.Name == "view" || m.Name == "reshape") &&
			len(o.Made.Args) == 1 && run.Bare(o.Made.Args[0].Value) == run.Value(run.Int(-1)) {
			return true
		}
		v = m.Object
	}
	return false
}

// mapGiven is what gives a value that is a map of classes, each class a plane of it, of more than one place; nil where
// that is not sure.
func (e *Entry) mapGiven(v run.Value, view *run.Call, depth int) *run.Call {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth == 0 {
		return nil
	}
	if o.Operator == "[]" && len(o.Operands) == 2 { // segmentation(x)["out"]
		key, _ := run.Bare(o.Operands[1]).(run.Str)
		whole, isObject := run.Bare(o.Operands[0]).(*run.Object)
		if !isObject {
			return nil
		}
		if made := librarysMap(whole, string(key)); made != nil && key != "" {
			return made
		}
		return nil
	}
	if o.Made == nil {
		return nil
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		if knowledge.KeepsScores(callee.Name) {
			return e.mapGiven(callee.Object, view, depth-1)
		}
	case run.Symbol:
		if len(o.Made.Args) > 0 && (knowledge.KeepsClasses(string(callee)) || knowledge.EnlargesMap(string(callee))) {
			return e.mapGiven(o.Made.Args[0].Value, view, depth-1)
		}
	case *run.Object:
		if made := librarysMap(o, ""); made != nil {
			return made
		}
		layer := lastOf(callee, depth)
		if layer == nil {
			return nil
		}
		channels, position, _ := knowledge.ChannelsOfMap(symbolOf(layer))
		if channels == "" {
			return nil
		}
		n, _ := layer.Argument(channels, position)
		if sameClasses(n, given(view)[1], o) && e.manyPlaces(o, maxOnTheWay) {
			return layer
		}
	}
	return nil
}

// librarysMap is the call that makes the network of a library's of which a value is the map, under a key; nil for none.
func librarysMap(o *run.Object, key string) *run.Call {
	if o.Made == nil {
		return nil
	}
	network, ok := o.Made.Callee.(*run.Object)
	if !ok || network.Made == nil {
		return nil
	}
	if under, segments := knowledge.SegmentsPictures(symbolOf(network.Made)); segments && under == key {
		return network.Made
	}
	return nil
}

// lastOf is the call that makes a layer, or the last layer of several that run one after the other.
func lastOf(layer *run.Object, depth int) *run.Call {
	for range depth {
		if layer.Made == nil {
			return nil
		}
		if symbolOf(layer.Made) != "torch.nn.Sequential" {
			return layer.Made
		}
		args := layer.Made.Args
		if len(args) == 0 || args[len(args)-1].Star > 0 {
			return nil
		}
		last, ok := run.Bare(args[len(args)-1].Value).(*run.Object)
		if !ok {
			return nil
		}
		layer = last
	}
	return nil
}

// sameClasses reports whether a row is as long as a map has channels, and longer than one.
func sameClasses(channels, length run.Value, of *run.Object) bool {
	channels, length = run.Bare(channels), run.Bare(length)
	if n, known := channels.(run.Int); known && n <= 1 {
		return false
	}
	if same, known := run.Equal(channels, length); known {
		return same
	}
	if channels == length {
		return true
	}
	o, ok := length.(*run.Object)
	if !ok {
		return false
	}
	if o.Made != nil && calleeName(o.Made) == "size" && len(o.Made.Args) == 1 { // scores.size(1)
		return memberObject(o.Made) == run.Value(of) && run.Bare(o.Made.Args[0].Value) == run.Value(run.Int(1))
	}
	return o.Operator == "[]" && len(o.Operands) == 2 && run.Bare(o.Operands[1]) == run.Value(run.Int(1)) &&
		isPartOfShape(o.Operands[0], of)
}

func isPartOfShape(v run.Value, of *run.Object) bool {
	shape, ok := run.Bare(v).(*run.Object)
	return ok && shape.Operator == ".shape" && run.Bare(shape.Operands[0]) == run.Value(of)
}

// manyPlaces reports whether a map surely has more than one place: on the way to it something enlarged it, or nothing
// made the pictures of a batch smaller.
func (e *Entry) manyPlaces(v run.Value, depth int) bool {
	o, ok := run.Bare(v).(*run.Object)
	if !ok || depth == 0 {
		return false
	}
	if len(loadersBehind(o, batchSource)) > 0 {
		return true
	}
	several := func(list []run.Value) bool {
		return slices.ContainsFunc(list, func(v run.Value) bool { return e.manyPlaces(v, depth-1) })
	}
	if o.Kind == run.List { // torch.cat([a, b], 1)
		return several(e.Facts.machine.Contents(o))
	}
	if o.Made == nil {
		return slices.Contains([]string{"+", "-", "*", "/"}, o.Operator) && several(o.Operands)
	}
	switch callee := o.Made.Callee.(type) {
	case *run.Member:
		return knowledge.KeepsMap(callee.Name) && several([]run.Value{callee.Object})
	case run.Symbol:
		return knowledge.EnlargesMap(string(callee)) || knowledge.KeepsMap(string(callee)) && several(given(o.Made))
	case *run.Object:
		layers := layersIn(callee, maxParts)
		for i := len(layers) - 1; i >= 0; i-- {
			switch {
			case layers[i] == nil:
				return false
			case knowledge.EnlargesMap(symbolOf(layers[i])):
				return true
			case !keepsMap(layers[i], symbolOf(layers[i])):
				return false
			}
		}
		return len(o.Made.Args) > 0 && e.manyPlaces(o.Made.Args[0].Value, depth-1)
	}
	return false
}

// maxOnTheWay bounds how many layers are looked through.
const maxOnTheWay = 60

// layersIn are the calls that make a layer, or those that it runs one after the other; nil stands for one that is not
// known.
func layersIn(layer *run.Object, depth int) []*run.Call {
	if layer.Made == nil || depth == 0 {
		return []*run.Call{nil}
	}
	if symbolOf(layer.Made) != "torch.nn.Sequential" {
		return []*run.Call{layer.Made}
	}
	var list []*run.Call
	for _, a := range layer.Made.Args {
		inner, ok := run.Bare(a.Value).(*run.Object)
		if !ok || a.Star > 0 || !library.IsModule(inner) {
			return []*run.Call{nil}
		}
		list = append(list, layersIn(inner, depth-1)...)
	}
	return list
}

// maxKernel is the size of a kernel that takes in a part of a picture alone.
const maxKernel = 7

// keepsMap reports whether a layer, or a function, gives a map of as many places as it is given, or nearly.
func keepsMap(layer *run.Call, path string) bool {
	if name, _, stride := knowledge.ChannelsOfMap(path); name != "" {
		v, open := layer.Argument(stride, 3)
		n, _ := run.Bare(v).(run.Int)
		kernel, _ := layer.Argument("kernel_size", 2) // a large one may take in all there is
		size, known := run.Bare(kernel).(run.Int)
		padding, _ := layer.Argument("padding", 4)
		return !open && (v == nil || n == 1) && known && size <= maxKernel && (size == 1 || padding != nil)
	}
	return knowledge.KeepsMap(path)
}
