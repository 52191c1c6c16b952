package train

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// heldKind is what a part of a dataset is.
type heldKind uint8

const (
	heldAny    heldKind = iota // something that was pickled
	heldTensor                 // a change of it is one in place
	heldArray                  // of numpy
	// heldScalar is a number of an array that may have one dimension alone: what changes the name of it changes no
	// array.
	heldScalar
	heldContainer // a list or a dictionary
)

// heldPart is a part of what a dataset holds that shares its memory.
type heldPart struct {
	attribute string
	kind      heldKind
	// whole is what was taken out of what the attribute holds.
	whole *run.Object
	// overlaps: it is a slice, which others overlap.
	overlaps bool
}

// part is what a value shares with what the dataset holds; ok is false where it may be a copy, or is no part.
func (a *asking) part(v run.Value, depth int) (h heldPart, ok bool) {
	o, isObject := run.Bare(v).(*run.Object)
	if !isObject || depth > maxParts {
		return h, false
	}
	if h, ok = a.still[o]; ok {
		return h, true
	}
	if name, isItem := a.items[o]; isItem {
		kind, known := kindHeld(o, 0)
		return heldPart{attribute: name, kind: kind, whole: o}, known
	}
	switch {
	case o.Operator == "[]" && len(o.Operands) == 2:
		base, isObject := run.Bare(o.Operands[0]).(*run.Object)
		if !isObject {
			return h, false
		}
		if name := a.holder(base, 0); name != "" {
			return a.taken(o, base, name)
		}
		if h, ok = a.part(base, depth+1); ok && h.kind != heldContainer {
			return h, plainIndex(o.Operands[1])
		}
		return h, false
	case o.Operator == ".T" || o.Operator == ".data" || o.Operator == ".mT":
		return a.part(o.Operands[0], depth+1)
	case o.Made == nil:
		return h, false
	}
	if m, method := o.Made.Callee.(*run.Member); method {
		if !knowledge.SharesMemory(m.Name) {
			return h, false
		}
		h, ok = a.part(m.Object, depth+1)
		return certainly(h, m.Name), ok
	}
	if path := symbolOf(o.Made); knowledge.SharesArgument(path) && len(o.Made.Args) == 1 {
		h, ok = a.part(o.Made.Args[0].Value, depth+1)
		if path == "torch.from_numpy" || path == "torch.as_tensor" {
			h.kind = heldTensor
		}
		return h, ok
	}
	return h, false
}

// holder is the attribute under which something stands, or of what was pickled there an item by its name.
func (a *asking) holder(o *run.Object, depth int) string {
	if name := a.holders[o]; name != "" || depth > maxParts {
		return name
	}
	if o.Operator != "[]" || len(o.Operands) != 2 {
		return ""
	}
	_, named := run.Bare(o.Operands[1]).(run.Str)
	base, isObject := run.Bare(o.Operands[0]).(*run.Object)
	if !named || !isObject {
		return ""
	}
	if kind, known := kindHeld(base, 0); !known || kind != heldAny { // numpy reads an item of a file anew each time
		return ""
	}
	return a.holder(base, depth+1)
}

// certainly is a part of which a method was called that only arrays and tensors with dimensions have.
func certainly(h heldPart, method string) heldPart {
	if h.kind == heldScalar {
		h.kind = heldArray
	}
	if method == "numpy" {
		h.kind = heldArray
	}
	return h
}

// taken is what the index of a sample takes out of what an attribute holds.
func (a *asking) taken(o, base *run.Object, attribute string) (h heldPart, ok bool) {
	kind, known := kindHeld(base, 0)
	one, slice := a.isIndex(o.Operands[1])
	if !known || kind == heldContainer || !one && !slice {
		return h, false
	}
	if kind == heldArray && !slice {
		kind = heldScalar
		if t, several := run.Bare(o.Operands[1]).(*run.Tuple); several && len(t.Items) > 1 || a.hasDimensions(o) {
			kind = heldArray
		}
	}
	if kind == heldAny && slice { // of a list it is a copy
		return h, false
	}
	return heldPart{attribute: attribute, kind: kind, whole: o, overlaps: slice}, true
}

// hasDimensions reports whether what is done with something shows that it is no number.
func (a *asking) hasDimensions(o *run.Object) bool {
	is := func(v run.Value) bool { return behind(v, func(from *run.Object) bool { return from == o }) }
	return slices.ContainsFunc(a.did.Calls, func(c *run.Call) bool {
		path := symbolOf(c)
		if path == "torch.from_numpy" || strings.HasPrefix(path, "cv2.") {
			return len(c.Args) > 0 && is(c.Args[0].Value)
		}
		m, ok := c.Callee.(*run.Member)
		return ok && is(m.Object) && (m.Name == "transpose" || m.Name == "reshape")
	}) || slices.ContainsFunc(a.did.Stores, func(s *run.Store) bool { return s.Kind == run.StoreItem && s.Target == o })
}

// isIndex reports whether a key takes out one sample, or a slice that the index of the sample bounds.
func (a *asking) isIndex(key run.Value) (one, slice bool) {
	switch k := run.Bare(key).(type) {
	case *run.Tuple:
		if len(k.Items) == 0 {
			return false, false
		}
		one, slice = a.isIndex(k.Items[0])
		for _, item := range k.Items[1:] {
			if !plainIndex(item) {
				return false, false
			}
		}
		return one, slice
	case *run.Slice:
		bounded := func(v run.Value) bool { return v == nil || run.IsNone(v) || a.isNumber(v, 0) }
		return false, bounded(k.Lower) && bounded(k.Upper) && !(run.IsNone(k.Lower) && run.IsNone(k.Upper))
	}
	return a.isNumber(key, 0), false
}

// isNumber reports whether a value is one whole number: the index of the sample, or what is computed of it.
func (a *asking) isNumber(v run.Value, depth int) bool {
	if depth > maxParts {
		return false
	}
	for _, one := range run.Alternatives(v) {
		switch k := run.Bare(one).(type) {
		case run.Int:
		case *run.Object:
			if !a.isNumberObject(k, depth) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (a *asking) isNumberObject(o *run.Object, depth int) bool {
	switch o.Operator {
	case "+", "-", "*", "//", "%":
		return a.isNumber(o.Operands[0], depth+1) && a.isNumber(o.Operands[1], depth+1)
	case "[]": // self.order[index]
		base, ok := run.Bare(o.Operands[0]).(*run.Object)
		return ok && base.Made != nil && knowledge.DrawsOrder(calleeName(base.Made)) && a.isNumber(o.Operands[1], depth+1)
	}
	if o.Made != nil {
		switch name := calleeName(o.Made); name {
		case "int", "len", "item", "tolist", "randrange":
			return true
		case "randint":
			return len(o.Made.Args) <= 2
		}
		return false
	}
	return o.Kind == run.Unknown && o.Word == a.index && o.Operator == "parameter"
}

// plainIndex reports whether a key gives a view of an array: numbers and slices, no list and no mask.
func plainIndex(key run.Value) bool {
	switch k := run.Bare(key).(type) {
	case run.Int, *run.Slice, run.NoneType, run.Symbol:
		return true
	case *run.Tuple:
		return !slices.ContainsFunc(k.Items, func(v run.Value) bool { return !plainIndex(v) })
	case *run.Object:
		return k.Kind == run.Unknown && k.Word == "Ellipsis"
	}
	return false
}

// kindHeld is what something is that stands in memory as a whole; ok is false where nobody knows.
func kindHeld(o *run.Object, depth int) (kind heldKind, ok bool) {
	if depth > maxParts {
		return 0, false
	}
	inner := func(v run.Value) (heldKind, bool) {
		of, isObject := run.Bare(v).(*run.Object)
		if !isObject {
			return 0, false
		}
		return kindHeld(of, depth+1)
	}
	switch {
	case o.Kind == run.List || o.Kind == run.Dict:
		return heldContainer, true
	case o.Operator == "[]":
		base, isObject := run.Bare(o.Operands[0]).(*run.Object)
		if isObject && base.Made != nil && knowledge.SplitsData(calleeName(base.Made)) && len(base.Made.Args) > 0 {
			return inner(base.Made.Args[0].Value)
		}
		return inner(o.Operands[0])
	case o.Operator == "+" || o.Operator == "-" || o.Operator == "*" || o.Operator == "/":
		for _, side := range o.Operands {
			if kind, ok := inner(side); ok && (kind == heldTensor || kind == heldArray) {
				return kind, true
			}
		}
		return 0, false
	case o.Operator == ".values":
		return heldArray, true
	case o.Made == nil:
		return 0, false
	}
	if m, method := o.Made.Callee.(*run.Member); method {
		switch {
		case knowledge.TakesTensorsOnly(m.Name):
			return heldTensor, true
		case knowledge.TakesArraysOnly(m.Name) || knowledge.GivesArray(m.Name):
			return heldArray, true
		case knowledge.MethodGives(m.Name) == knowledge.Computed:
			kind, ok = inner(m.Object)
			return kind, ok && kind != heldContainer
		}
		return 0, false
	}
	path := symbolOf(o.Made)
	if mapped, _ := o.Made.Argument("mmap_mode", 1); path == "numpy.load" && mapped != nil && !run.IsNone(mapped) {
		return 0, false // it cannot be written to, or stands on the disk
	}
	switch knowledge.ReadsWhole(path) {
	case knowledge.Tensor:
		return heldTensor, true
	case knowledge.Array:
		return heldArray, true
	case knowledge.Anything:
		return heldAny, true
	}
	return 0, false
}
