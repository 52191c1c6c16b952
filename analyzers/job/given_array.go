package job

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
)

// operators are Python's functions for what stands between two operands.
var operators = map[string]string{"+": "add", "-": "sub", "*": "mul", "/": "truediv", "**": "pow", "@": "matmul"}

// computed is what arithmetic and methods make of tensors that the program has filled, on the way to its loop: 1 -
// betas, torch.linspace(…).to(device). nil for anything else.
func (g *giver) computed(o *run.Object) *Given {
	if g.models == nil {
		return nil
	}
	at := o.At.Origin()
	if name := operators[o.Operator]; name != "" && len(o.Operands) == 2 {
		left, right := g.of(o.Operands[0]), g.of(o.Operands[1])
		if !ofArray(left) && !ofArray(right) || left.Kind == GivenUnknown || right.Kind == GivenUnknown {
			return nil
		}
		of := &Given{Kind: GivenSymbol, Name: "operator." + name}
		return &Given{Kind: GivenCall, Of: of, Names: []string{"", ""}, Items: []*Given{left, right}, At: at}
	}
	if o.Made == nil {
		return nil
	}
	method, ok := run.Bare(o.Made.Callee).(*run.Member)
	if !ok ||
		knowledge.MethodGives(method.Name) != knowledge.Computed && !knowledge.PassesOn(method.Name) &&
			!knowledge.CastsArray(method.Name) {
		return nil
	}
	of := g.of(method.Object)
	if !ofArray(of) {
		return nil
	}
	out := &Given{Kind: GivenCall, Of: &Given{Kind: GivenAttribute, Name: method.Name, Of: of, At: at}, At: at}
	return g.arguments(out, o.Made.Args)
}

// ofArray reports whether a value is a tensor that was filled, or computed of one.
func ofArray(v *Given) bool {
	for v.Kind == GivenItem || v.Kind == GivenAttribute {
		v = v.Of
	}
	if v.Kind != GivenCall {
		return false
	}
	switch v.Of.Kind {
	case GivenSymbol:
		return knowledge.ComputesArray(v.Of.Name) || knowledge.ReadsNumbers(v.Of.Name) ||
			strings.HasPrefix(v.Of.Name, "operator.")
	case GivenAttribute:
		return ofArray(v.Of.Of)
	}
	return false
}
