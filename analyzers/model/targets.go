package model

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/tensor"
)

// targetOf says of what shape the target of a loss is: of the classes of each input, or of an input's own shape.
var targetOf = map[string]bool{
	"cross_entropy": true, "nll_loss": true, "CrossEntropyLoss": true, "NLLLoss": true,
	"mse_loss": false, "l1_loss": false, "smooth_l1_loss": false, "huber_loss": false, "binary_cross_entropy": false,
	"binary_cross_entropy_with_logits": false,
	"MSELoss":                          false, "L1Loss": false, "SmoothL1Loss": false, "HuberLoss": false,
	"BCELoss":           false,
	"BCEWithLogitsLoss": false,
}

// targeted gives a loss of a training loop the target that it takes where what the files hold decides what that is:
// labels that a dataset reads. Any other arguments are as they were.
func (l *library) targeted(m *exact.Machine, loss string, a exact.Args) exact.Args {
	if l.training == nil || l.training.ways != nil || l.tape == nil {
		return a
	}
	classes, known := targetOf[loss[strings.LastIndexByte(loss, '.')+1:]]
	l.noteSpread(m, loss, a)
	input, isTensor := a.Get(0, "input").(*tensor.Tensor)
	if _, open := a.Get(1, "target").(*exact.Unknown); !known || !isTensor || !open {
		return a
	}
	return l.withTarget(m, a, input, "target", classes)
}

// withTarget are the arguments of a loss with the target that it takes in the place of its second one, or of that of a
// name.
func (l *library) withTarget(
	m *exact.Machine,
	a exact.Args,
	input *tensor.Tensor,
	name string,
	classes bool,
) exact.Args {
	shape, d := input.Shape, input.DType
	if classes {
		if d = tensor.Int64; len(shape) < 2 {
			return a
		}
		shape = append(append([]int64{}, shape[0]), shape[2:]...)
	}
	target := l.empty(m, d, shape)
	l.training.targets = true
	out := exact.Args{Pos: append([]exact.Value{}, a.Pos...), Kw: append([]exact.Keyword{}, a.Kw...)}
	if len(a.Pos) > 1 {
		out.Pos[1] = target
		return out
	}
	for i, k := range out.Kw {
		if k.Name == name {
			out.Kw[i].Value = target
		}
	}
	return out
}

// compares gives a loss that is a module of the project's own, which has nothing to learn, the target that it takes in
// the place of one that only files tell: that of the losses of torch's that stand in its class, where they take one of
// the same kind.
func (l *library) compares(m *exact.Machine, mod *module, a exact.Args) exact.Args {
	if l.training == nil || l.training.ways != nil || l.tape == nil || len(l.calls) > 0 || len(a.Pos)+len(a.Kw) < 2 ||
		len(a.Pos) == 0 {
		return a
	}
	input, isTensor := a.Pos[0].(*tensor.Tensor)
	var second exact.Value
	name := ""
	if len(a.Pos) > 1 {
		second = a.Pos[1]
	} else {
		second, name = a.Kw[0].Value, a.Kw[0].Name
	}
	if _, open := second.(*exact.Unknown); !isTensor || !open {
		return a
	}
	class := mod.object.Class
	learns := false
	mod.tensors(parametersOf, func(string, *tensor.Tensor) { learns = true })
	if learns || class.Node == nil {
		return a
	}
	known, all := false, false
	for n := range python.AllIn(class.Node.Body) {
		c, ok := n.(*python.Call)
		if !ok {
			continue
		}
		m.Spend(1)
		classes, loss := targetOf[python.LastName(c.Func)]
		if loss && known && classes != all {
			return a
		}
		if loss {
			known, all = true, classes
		}
	}
	if !known {
		return a
	}
	return l.withTarget(m, a, input, name, all)
}

// weighed is what a loss is given without the weights of its classes where they are not known, as those are that are
// counted in data: they are a few numbers, and change nothing of what it keeps. The weight of the positive ones stands
// in a product with all targets, so one stays.
func (l *library) weighed(m *exact.Machine, loss string, a exact.Args, position int) exact.Args {
	switch loss[strings.LastIndexByte(loss, '.')+1:] {
	case "CrossEntropyLoss", "NLLLoss", "cross_entropy", "nll_loss":
	case "BCEWithLogitsLoss", "binary_cross_entropy_with_logits":
		for i, k := range a.Kw {
			if _, open := k.Value.(*exact.Unknown); open && k.Name == "pos_weight" {
				a.Kw = slices.Clone(a.Kw)
				a.Kw[i].Value = l.empty(m, tensor.Float32, []int64{1})
			}
		}
		return a
	default:
		return a
	}
	if position < len(a.Pos) {
		if _, open := a.Pos[position].(*exact.Unknown); open {
			a.Pos = slices.Clone(a.Pos)
			a.Pos[position] = exact.None
		}
	}
	a.Kw = slices.DeleteFunc(slices.Clone(a.Kw), func(k exact.Keyword) bool {
		_, open := k.Value.(*exact.Unknown)
		return open && k.Name == "weight"
	})
	return a
}

// comparesOpen reports whether a tensor of a training loop is compared with something unknown, such as predictions with
// labels of files: that has no gradient, and gives what nobody knows, either.
func (l *library) comparesOpen(op string, with exact.Value) bool {
	u, open := with.(*exact.Unknown)
	_, compares := mirrored[op]
	return open && compares && !u.Whole && !u.Real && !u.Share && l.training != nil && len(l.calls) == 0
}
