package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// OptimizerPickled finds optimizers that are saved as objects beside the weights of their model.
var OptimizerPickled = &rules.Rule{
	Name:     "optimizer-pickled",
	Group:    rules.Training,
	Severity: rules.Warning,
	Page:     page("optimizer-pickled"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"torch.save state_dict optim"},
	Check:    checkOptimizerPickled,
}

func checkOptimizerPickled(p *rules.Pass) {
	for _, o := range p.Train.PickledOptimizers() {
		what := "an optimizer itself"
		if o.Key != "" {
			what = fmt.Sprintf("the optimizer itself, as %q,", o.Key)
		}
		p.AtPlace(o.Save.Place(), fmt.Sprintf("this saves %s beside the state of the model: the one that is loaded steps on copies of the "+
			"parameters, and the model stays as it was loaded; save its state_dict(), and load_state_dict() that", what), nil)
	}
}
