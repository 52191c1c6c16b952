package training

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// lossCall is a call of a loss of PyTorch and what it is given as input.
type lossCall struct {
	call  *python.Call
	name  string // CrossEntropyLoss, BCELoss, BCEWithLogitsLoss
	input python.Expr
}

var lossFunctions = map[string]string{
	"torch.nn.functional.cross_entropy":                    "CrossEntropyLoss",
	"torch.nn.functional.binary_cross_entropy":             "BCELoss",
	"torch.nn.functional.binary_cross_entropy_with_logits": "BCEWithLogitsLoss",
	"torch.nn.CrossEntropyLoss":                            "CrossEntropyLoss",
	"torch.nn.BCELoss":                                     "BCELoss",
	"torch.nn.BCEWithLogitsLoss":                           "BCEWithLogitsLoss",
}

// lossCalls lists the calls of these losses: of the functions, and of modules that
// the file makes once.
func lossCalls(p *rules.Pass) []lossCall {
	var list []lossCall
	for _, c := range p.Python.AllCalls() {
		name := lossFunctions[p.Python.Resolve(c.Func)]
		if strings.HasPrefix(p.Python.Resolve(c.Func), "torch.nn.functional.") && name != "" {
			list = append(list, newLossCall(p, c, name))
			continue
		}
		if name = lossFunctions[p.Python.TypeOf(c.Func)]; name != "" {
			list = append(list, newLossCall(p, c, name))
		}
	}
	return list
}

func newLossCall(p *rules.Pass, c *python.Call, name string) lossCall {
	return lossCall{c, name, p.Python.Argument(c, "input", 0).Value}
}

// activation is the call of softmax, sigmoid and the like that an expression surely
// is the result of, seen through one name, a Sequential, or a model of this file;
// "" and nil when there is none.
func activation(p *rules.Pass, e python.Expr) (name string, at *python.Call) {
	call, ok := lastValue(p, e).(*python.Call)
	if !ok {
		return "", nil
	}
	if name := activationName(p, call); name != "" {
		return name, call
	}
	if keepsValues(call) { // probs.squeeze(1)
		return activation(p, call.Receiver())
	}
	if class := p.Python.ClassOf(call.Func); class != nil {
		return forwardActivation(p, class)
	}
	if class := p.Python.ClassOf(call.Receiver()); class != nil && call.MethodName() == "forward" {
		return forwardActivation(p, class)
	}
	return sequentialActivation(p, call)
}

// keepsValues reports whether a method only changes the shape, place or dtype.
func keepsValues(c *python.Call) bool {
	switch c.MethodName() {
	case "squeeze", "unsqueeze", "view", "reshape", "flatten", "float", "to", "cuda", "contiguous", "permute", "transpose":
		return c.Receiver() != nil
	}
	return false
}

func activationName(p *rules.Pass, c *python.Call) string {
	path := p.Python.Resolve(c.Func)
	switch path {
	case "torch.softmax", "torch.nn.functional.softmax", "torch.special.softmax":
		return "softmax"
	case "torch.sigmoid", "torch.nn.functional.sigmoid", "torch.special.expit":
		return "sigmoid"
	}
	if path == "" && c.Receiver() != nil && p.Python.TypeOf(c.Receiver()) == "" && (c.MethodName() == "softmax" || c.MethodName() == "sigmoid") {
		return c.MethodName()
	}
	return moduleActivation(p.Python.TypeOf(c.Func))
}

func moduleActivation(class string) string {
	switch class {
	case "torch.nn.Softmax":
		return "softmax"
	case "torch.nn.Sigmoid":
		return "sigmoid"
	case "torch.nn.Linear", "torch.nn.Conv1d", "torch.nn.Conv2d", "torch.nn.Conv3d", "torch.nn.Bilinear":
		return "logits"
	}
	return ""
}

// forwardActivation is what every return of a model's forward ends with.
func forwardActivation(p *rules.Pass, class *python.Class) (string, *python.Call) {
	forward, ok := p.Python.Method(class, "forward").(*python.Function)
	if !ok {
		return "", nil
	}
	agreed := ""
	var at *python.Call
	for _, r := range python.Returns(forward) {
		call, ok := lastValue(p, r.Value).(*python.Call)
		if !ok {
			return "", nil
		}
		for keepsValues(call) {
			inner, ok := lastValue(p, call.Receiver()).(*python.Call)
			if !ok {
				return "", nil
			}
			call = inner
		}
		name := activationName(p, call)
		if name == "" {
			name, _ = sequentialActivation(p, call)
		}
		if name == "" || agreed != "" && name != agreed {
			return "", nil
		}
		agreed, at = name, call
	}
	return agreed, at
}

// sequentialActivation is the last layer of the nn.Sequential that a call runs.
func sequentialActivation(p *rules.Pass, c *python.Call) (string, *python.Call) {
	made, ok := p.Flow.ValueOf(c.Func).(*python.Call)
	for ok && p.Python.Resolve(made.Func) != "torch.nn.Sequential" {
		made, ok = made.Receiver().(*python.Call) // nn.Sequential(...).to(device)
	}
	if !ok || len(made.Args) == 0 {
		return "", nil
	}
	last := made.Args[len(made.Args)-1]
	if last.Star > 0 || last.Name != "" || appended(p, c.Func) {
		return "", nil
	}
	layer, ok := last.Value.(*python.Call)
	if !ok {
		return "", nil
	}
	return moduleActivation(p.Python.TypeOf(layer)), layer
}

// appended reports whether layers are added to a Sequential after it is made.
func appended(p *rules.Pass, sequential python.Expr) bool {
	path := python.PathText(sequential)
	for _, c := range p.Python.AllCalls() {
		switch c.MethodName() {
		case "append", "add_module", "extend", "insert":
			if python.PathText(c.Receiver()) == path {
				return true
			}
		}
	}
	return false
}

// inline reports whether an activation is written in the loss's own argument.
func inline(c lossCall, at *python.Call) bool { return holds(c.call, at) }

// unwrapped is the text of what an inline activation is applied to; "" when it
// cannot be told.
func unwrapped(p *rules.Pass, at *python.Call) string {
	switch path := p.Python.Resolve(at.Func); {
	case strings.HasPrefix(path, "torch."):
		if arg := p.Python.Argument(at, "input", 0); arg.Direct != nil {
			return p.File.Slice(arg.Value.Span())
		}
	case flow.LastName(at.Func) == "softmax" || flow.LastName(at.Func) == "sigmoid":
		if at.Receiver() != nil {
			return p.File.Slice(at.Receiver().Span())
		}
	}
	return ""
}
