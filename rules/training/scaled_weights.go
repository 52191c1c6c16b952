package training

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
)

// unscalable is a dtype of weights whose gradients a GradScaler refuses to unscale.
type unscalable struct {
	name   string   // as messages and jobs call it
	dtypes []string // torch's names
	raises string   // what the first unscaling says
	remedy string
}

var fp16Weights = unscalable{
	name: "fp16", dtypes: []string{"torch.float16", "torch.half"},
	raises: "Attempting to unscale FP16 gradients", remedy: "keep the weights in fp32 and use autocast",
}

var bf16Weights = unscalable{
	name: "bf16", dtypes: []string{"torch.bfloat16"},
	raises: "not implemented for 'BFloat16'", remedy: "drop the scaler, which bf16 needs none of, or keep the " +
		"weights in fp32 under autocast",
}

// checkScaledWeights finds weights of such a dtype that a GradScaler's optimizer trains.
func checkScaledWeights(p *rules.Pass, d unscalable) {
	if p.Job != nil {
		checkScaledWeightsOfJob(p, d)
		return
	}
	if train.NamesOtherDtype(p.Python) {
		return
	}
	reported := map[python.Node]bool{}
	for _, e := range p.Train.Entries() {
		for _, step := range e.Events() {
			if step.Kind != train.ScalerStep || !train.TorchScaler(step.Scaler) {
				continue
			}
			optimized, ok := e.OptimizedBy(step.Object)
			if !ok || !optimized.Whole || optimized.Filtered {
				continue
			}
			for _, module := range optimized.Modules {
				c, ok := e.WeightsDtype(module, step)
				if ok && slices.Contains(d.dtypes, c.Dtype) && !reported[c.Call.At] && !train.NamesOtherDtype(c.Call.Unit.Module) {
					reported[c.Call.At] = true
					d.report(p, step, optimized, c.Call)
				}
			}
		}
	}
}

func (d unscalable) report(p *rules.Pass, step *train.Event, optimized train.Optimized, made *run.Call) {
	scaler := python.PathText(train.Receiver(step.Call))
	if scaler == "" {
		scaler = "the scaler"
	}
	notes := []rules.NotePlace{
		p.NoteAt(optimized.Call.Place(), "the optimizer takes these weights"),
		p.NoteAt(step.Place(), "the scaler unscales their gradients here"),
	}
	p.AtPlace(made.Place(), fmt.Sprintf("%s has %s weights and %s steps through %s: unscaling raises %q; %s",
		convertedName(made), d.name, optimizerName(step), scaler, d.raises, d.remedy), notes)
}

// convertedName is how the code calls the module that a call converts.
func convertedName(c *run.Call) string {
	if c.Node == nil {
		return "the model"
	}
	top := python.Expr(c.Node) // the whole chain of Net().half().cuda()
	for {
		attribute, ok := top.Parent().(*python.Attribute)
		if !ok {
			break
		}
		outer, ok := attribute.Parent().(*python.Call)
		if !ok || outer.Func != python.Expr(attribute) {
			break
		}
		top = outer
	}
	name := ""
	switch s := top.Parent().(type) {
	case *python.ExprStmt:
		inner := c.Node.Receiver()
		for {
			call, ok := inner.(*python.Call)
			if !ok || call.Receiver() == nil {
				break
			}
			inner = call.Receiver()
		}
		name = python.PathText(inner)
	case *python.Assign:
		if len(s.Targets) == 1 {
			name = python.PathText(s.Targets[0])
		}
	}
	if name == "" {
		return "the model"
	}
	return name
}
