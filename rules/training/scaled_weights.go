package training

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// unscalable is a dtype of weights whose gradients a GradScaler refuses to unscale.
type unscalable struct {
	name   string   // as messages and jobs call it
	method string   // the module's method that converts to it
	dtypes []string // torch's names
	raises string   // what the first unscaling says
	remedy string
}

var fp16Weights = unscalable{
	name: "fp16", method: "half", dtypes: []string{"torch.float16", "torch.half"},
	raises: "Attempting to unscale FP16 gradients", remedy: "keep the weights in fp32 and use autocast",
}

var bf16Weights = unscalable{
	name: "bf16", method: "bfloat16", dtypes: []string{"torch.bfloat16"},
	raises: "not implemented for 'BFloat16'", remedy: "drop the scaler, which bf16 needs none of, or keep the weights in fp32 under autocast",
}

// checkScaledWeights finds weights of such a dtype that a GradScaler's optimizer trains.
func checkScaledWeights(p *rules.Pass, d unscalable) {
	if p.Job != nil {
		checkScaledWeightsOfJob(p, d)
		return
	}
	if !bytes.Contains(p.File.Text, []byte("GradScaler")) || adapterWord.Match(code(p)) {
		return
	}
	reported := map[*python.Call]bool{}
	for _, c := range p.Python.AllCalls() {
		if p.Flow.KindOf(c) != flow.ScalerStep || len(c.Args) == 0 || !gradScaler(p, c.Receiver()) || p.Python.TypeOf(c.Receiver()) == "" {
			continue
		}
		parameters, ok := p.Flow.ParametersOf(c.Args[0].Value)
		if !ok || !parameters.Whole || parameters.Filtered {
			continue
		}
		for _, owner := range parameters.Owners {
			if made := d.conversion(p, parameters.Call, owner); made != nil && !reported[made] {
				reported[made] = true
				optimizer, scaler := p.File.Slice(c.Args[0].Value.Span()), p.File.Slice(c.Receiver().Span())
				p.At(made, fmt.Sprintf("%s has %s weights and %s steps through %s: unscaling raises %q; %s",
					owner, d.name, optimizer, scaler, d.raises, d.remedy), []rules.NotePlace{
					p.Note(parameters.Call, "the optimizer takes these weights"),
					p.Note(c, "the scaler unscales their gradients here"),
				})
			}
		}
	}
}

// conversion is the call that surely converts a module to the dtype, nil when there is
// none.
func (d unscalable) conversion(p *rules.Pass, at *python.Call, owner string) *python.Call {
	function := python.EnclosingFunction(at)
	for _, c := range p.Python.AllCalls() {
		if !d.converts(p, c) || python.EnclosingFunction(c) != function || conditional(c) {
			continue
		}
		if convertedPath(p, c) == owner {
			return c
		}
	}
	return nil
}

// converts reports whether a call gives a module weights of the dtype.
func (d unscalable) converts(p *rules.Pass, c *python.Call) bool {
	switch c.MethodName() {
	case d.method:
		return len(c.Args) == 0
	case "to":
		for _, a := range c.Args {
			if d.is(p, a.Value) && (a.Name == "" || a.Name == "dtype") {
				return true
			}
		}
	case "from_pretrained":
		for _, name := range []string{"torch_dtype", "dtype"} {
			if a := c.Keyword(name); a != nil && d.is(p, a.Value) {
				return true
			}
		}
	}
	return false
}

func (d unscalable) is(p *rules.Pass, e python.Expr) bool {
	return slices.Contains(d.dtypes, p.Python.Resolve(e))
}

// convertedPath is the module that a conversion changes: `m` for `m.half()` as a
// statement of its own and for `m = Net().half()`.
func convertedPath(p *rules.Pass, c *python.Call) string {
	top := python.Expr(c)
	for {
		attribute, ok := top.Parent().(*python.Attribute)
		if !ok {
			break
		}
		call, ok := attribute.Parent().(*python.Call)
		if !ok || call.Func != python.Expr(attribute) {
			break
		}
		top = call
	}
	switch s := top.Parent().(type) {
	case *python.ExprStmt:
		if c.Receiver() != nil {
			return p.Flow.ObjectPath(root(c))
		}
	case *python.Assign:
		if len(s.Targets) == 1 {
			return p.Flow.ObjectPath(s.Targets[0])
		}
	}
	return ""
}

// root is what a chain of method calls starts from: m of m.cuda().half().
func root(c *python.Call) python.Expr {
	for {
		inner, ok := c.Receiver().(*python.Call)
		if !ok || inner.Receiver() == nil {
			return c.Receiver()
		}
		c = inner
	}
}

// conditional reports whether a node stands behind an if, in a loop or in a try of
// its function.
func conditional(n python.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		switch p.(type) {
		case *python.If, *python.IfExp, *python.For, *python.While, *python.Try, *python.Match, *python.Lambda:
			return true
		case *python.Function, *python.Class:
			return false
		}
	}
	return false
}
