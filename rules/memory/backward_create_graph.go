package memory

import (
	"fmt"

	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/train"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
)

// BackwardCreateGraph finds backward passes whose gradients keep their graphs alive.
var BackwardCreateGraph = &rules.Rule{
	Name:     "backward-create-graph",
	Group:    rules.Memory,
	Severity: rules.Warning,
	Page:     page("backward-create-graph"),
	On:       rules.PythonFile,
	Words:    []string{"create_graph", "optim", "loader"},
	Check:    checkBackwardCreateGraph,
}

func checkBackwardCreateGraph(p *rules.Pass) {
	for _, d := range p.Train.Differentiations() {
		call := d.Event.Node()
		if call == nil || d.Event.Kind != train.Backward {
			continue
		}
		create, _ := written(call, "create_graph", behind(retainPosition(d.Event)))
		if create == nil || !isLiteralTrue(create.Value) || d.Compared() {
			continue
		}
		loop := d.PilesUp()
		if loop == nil {
			continue
		}
		p.AtPlace(
			run.Place{Unit: d.Event.Call.Unit, Node: create},
			fmt.Sprintf(
				"create_graph=True makes every parameter and its .grad refer to each other, and nothing in the loop in %s "+
					"clears the gradients after %s.backward: the graph of every iteration stays; call zero_grad(), or use torch.autograd.grad",
				ask.Where(loop.Place(), d.Event.Call.Unit),
				named(lossOf(d.Event), "the loss"),
			),
			nil,
		)
	}
}
