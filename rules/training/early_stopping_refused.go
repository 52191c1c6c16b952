package training

import "github.com/trainlint/trainlint/rules"

// EarlyStoppingRefused finds callbacks for early stopping whose trainer gives them nothing to go by.
var EarlyStoppingRefused = &rules.Rule{
	Name:     "early-stopping-refused",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("early-stopping-refused"),
	On:       rules.PythonFile,
	Words:    []string{"EarlyStoppingCallback Trainer"},
	Check:    checkEarlyStoppingRefused,
}

func checkEarlyStoppingRefused(p *rules.Pass) {
	for _, r := range p.Train.RefusedStoppings() {
		message := "the callback raises AssertionError when the training begins: metric_for_best_model is not set; " +
			"name a figure to go by, or set load_best_model_at_end=True, which takes the loss"
		if r.WithoutEvaluation {
			message = "the callback raises AssertionError when the training begins: nothing is evaluated while it runs; " +
				"set eval_strategy to \"epoch\" or \"steps\""
		}
		p.At(r.Callback, message, []rules.NotePlace{p.Note(r.Arguments.Func, "the training arguments")})
	}
}
