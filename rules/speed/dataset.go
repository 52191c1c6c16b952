package speed

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// datasetClass is the class of this file whose instance a loader walks over, also
// inside a Subset; nil when it is not known.
func datasetClass(l loading) *python.Class {
	e := l.argument("dataset", datasetPosition).Value
	for {
		call, ok := e.(*python.Call)
		if !ok || l.m.Resolve(call.Func) != "torch.utils.data.Subset" || len(call.Args) == 0 {
			break
		}
		e = call.Args[0].Value
	}
	if e == nil {
		return nil
	}
	return l.m.ClassOf(e)
}

// resident reports whether a dataset needs no workers: tensors in memory, of which
// an item is a slice.
func resident(l loading) bool {
	e := l.argument("dataset", datasetPosition).Value
	if e == nil {
		return false
	}
	switch l.m.TypeOf(e) {
	case "torch.utils.data.TensorDataset", "list", "tuple", "torch.utils.data.IterableDataset":
		return true
	}
	c := datasetClass(l)
	if c == nil {
		return false
	}
	for _, base := range l.m.BaseNames(c) {
		if strings.HasSuffix(base, "IterableDataset") || strings.HasSuffix(base, "TensorDataset") {
			return true
		}
	}
	get, ok := l.m.Method(c, "__getitem__").(*python.Function)
	return ok && slicesOnly(get)
}

// slicesOnly reports whether a __getitem__ calls nothing.
func slicesOnly(get *python.Function) bool {
	calls := false
	python.WalkBody(get.Body, func(n python.Node) bool {
		if _, ok := n.(*python.Call); ok {
			calls = true
		}
		return !calls
	})
	return !calls
}

// onCUDA reports whether a class puts something on a CUDA device.
func onCUDA(m *python.Module, c *python.Class) bool {
	found := false
	python.Walk(c, func(n python.Node) bool {
		switch n := n.(type) {
		case *python.Call:
			found = found || movesToCUDA(m, n)
		case *python.Arg:
			found = found || n.Name == "device" && namesCUDA(m, n.Value)
		}
		return !found
	})
	return found
}
