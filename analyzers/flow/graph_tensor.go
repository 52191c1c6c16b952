package flow

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// isTensor reports whether what is added is one tensor for sure, so that it can be
// detached: what was differentiated, or computed by what returns tensors only. A
// loss function of another file may as well return a number or a dictionary.
func (f *Facts) isTensor(a *accumulation) bool {
	return len(a.added) == 1 && f.tensorValue(a.added[0], 0)
}

const maxOperands = 12

func (f *Facts) tensorValue(v *value, depth int) bool {
	switch {
	case v.kind == containerValue || depth > maxOperands:
		return false
	case v.differentiated:
		return true
	case v.kind == forwardPass:
		c, ok := v.node.(*python.Call)
		return ok && f.tensorModule(c.Func)
	case v.kind != operation:
		return false
	}
	switch n := v.node.(type) {
	case *python.Call:
		return f.returnsTensor(n, v, depth)
	case *python.Binary, *python.Unary, *python.AugAssign:
		for _, operand := range v.deps {
			if len(operand) == 1 && f.tensorValue(operand[0], depth+1) {
				return true
			}
		}
	}
	return false
}

// returnsTensor reports whether a call gives one tensor: a function of torch, a loss
// module of torch, a method of what a network or such a call returned.
func (f *Facts) returnsTensor(c *python.Call, v *value, depth int) bool {
	path := f.Module.Resolve(c.Func)
	switch {
	case path == "torch.utils.checkpoint.checkpoint":
		return false
	case strings.HasPrefix(path, "torch."):
		return !severalTensors[path[strings.LastIndexByte(path, '.')+1:]]
	case f.tensorModule(c.Func):
		return true
	case path != "" || c.Receiver() == nil || len(v.deps) == 0:
		return false
	case !tensorMethods[c.MethodName()] || severalTensors[c.MethodName()]:
		return false
	}
	receiver := v.deps[0]
	return len(receiver) == 1 && (receiver[0].kind == forwardPass || f.tensorValue(receiver[0], depth+1))
}

// tensorModule reports whether a callable is a module of torch that returns one tensor.
func (f *Facts) tensorModule(e python.Expr) bool {
	name, ok := strings.CutPrefix(f.Module.TypeOf(e), "torch.nn.")
	name = name[strings.LastIndexByte(name, '.')+1:]
	return ok && !severalOutputs[name] && !strings.HasSuffix(name, "Parallel")
}

// severalOutputs are modules of torch that return tuples, or whatever what they hold returns.
var severalOutputs = set(`LSTM GRU RNN LSTMCell MultiheadAttention Sequential Module ModuleList ModuleDict
	Transformer Identity AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d`)

// severalTensors are functions and methods that return tuples of tensors, or may.
var severalTensors = set(`max min topk sort chunk split unbind kthvalue mode median tensor_split broadcast_tensors meshgrid
	svd qr eigh slogdet lu std_mean var_mean unique unique_consecutive cummax cummin aminmax frexp lstsq`)
