package model

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// tensorsOf are the tensors that a value holds, in order.
func tensorsOf(v exact.Value) []*tensor.Tensor {
	list, _ := tensorsIn(v)
	return list
}

// tensorsIn are the tensors that a value holds, in order, and how many values were looked at to find them. What holds
// itself, or one thing many times, is looked at once.
func tensorsIn(v exact.Value) (list []*tensor.Tensor, looked int) {
	switch t := v.(type) { // as most are
	case *tensor.Tensor:
		return []*tensor.Tensor{t}, 1
	case *exact.Tuple, *exact.List, *exact.Dict, *exact.Instance:
	default:
		return nil, 1
	}
	seen := map[exact.Value]bool{}
	for next := []exact.Value{v}; len(next) > 0; looked++ {
		v = next[len(next)-1]
		next = next[:len(next)-1]
		if t, ok := v.(*tensor.Tensor); ok {
			list = append(list, t)
			continue
		}
		items := heldBy(v)
		if len(items) == 0 || seen[v] {
			continue
		}
		seen[v] = true
		for _, item := range slices.Backward(items) {
			next = append(next, item)
		}
	}
	return list, looked
}

// heldBy is what a container or an object holds that is no module.
func heldBy(v exact.Value) []exact.Value {
	switch o := v.(type) {
	case *exact.Tuple:
		return o.Items
	case *exact.List:
		return o.Items
	case *exact.Dict:
		return o.Values()
	case *exact.Instance:
		if isModule(o) {
			return nil
		}
		switch o.Native.(type) {
		case *exact.Tuple, *exact.List, *exact.Dict: // a named tuple has its items as attributes, too
			return []exact.Value{o.Native}
		}
		var items []exact.Value
		for _, held := range o.Attrs.All() {
			items = append(items, held)
		}
		return items
	}
	return nil
}
