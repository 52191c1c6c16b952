package training

import (
	"bytes"
	"fmt"
	"regexp"

	"github.com/trainlint/trainlint/analyzers/flow"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// AmpFp16WeightsWithScaler finds GradScalers over weights that are fp16 themselves.
var AmpFp16WeightsWithScaler = &rules.Rule{
	Name:     "amp-fp16-weights-with-scaler",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("amp-fp16-weights-with-scaler"),
	On:       rules.PythonFile | rules.Job,
	Words:    []string{"GradScaler", "float16"},
	Check:    checkFp16Weights,
}

var adapterWord = regexp.MustCompile(`(?i)lora|peft|adapter|cast_training_params|prepare_model_for|\.data\.float\(\)|\.to\((dtype=)?torch\.float(32)?\b`)

func checkFp16Weights(p *rules.Pass) {
	if p.Job != nil {
		checkFp16WeightsOfJob(p)
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
			if half := halfOf(p, parameters.Call, owner); half != nil && !reported[half] {
				reported[half] = true
				p.At(half, fmt.Sprintf("%s has fp16 weights and %s steps through %s: unscaling raises \"Attempting to unscale FP16 gradients\"; keep the weights in fp32 and use autocast",
					owner, p.File.Slice(c.Args[0].Value.Span()), p.File.Slice(c.Receiver().Span())),
					[]rules.NotePlace{p.Note(parameters.Call, "the optimizer takes these weights"), p.Note(c, "the scaler unscales their gradients here")})
			}
		}
	}
}

// halfOf is the call that surely converts a module to fp16, nil when there is none.
func halfOf(p *rules.Pass, at *python.Call, owner string) *python.Call {
	function := python.EnclosingFunction(at)
	for _, c := range p.Python.AllCalls() {
		if !convertsToHalf(p, c) || python.EnclosingFunction(c) != function || conditional(c) {
			continue
		}
		if convertedPath(p, c) == owner {
			return c
		}
	}
	return nil
}

// convertsToHalf reports whether a call gives a module fp16 weights.
func convertsToHalf(p *rules.Pass, c *python.Call) bool {
	switch c.MethodName() {
	case "half":
		return len(c.Args) == 0
	case "to":
		for _, a := range c.Args {
			if isHalf(p, a.Value) && (a.Name == "" || a.Name == "dtype") {
				return true
			}
		}
	case "from_pretrained":
		for _, name := range []string{"torch_dtype", "dtype"} {
			if a := c.Keyword(name); a != nil && isHalf(p, a.Value) {
				return true
			}
		}
	}
	return false
}

func isHalf(p *rules.Pass, e python.Expr) bool {
	path := p.Python.Resolve(e)
	return path == "torch.float16" || path == "torch.half"
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
