package training

import "github.com/trainlint/trainlint/rules"

// AdapterNotTrainable finds adapters that are loaded to be used, and that a trainer is to train.
var AdapterNotTrainable = &rules.Rule{
	Name:     "adapter-not-trainable",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("adapter-not-trainable"),
	On:       rules.PythonFile,
	Program:  true,
	Words:    []string{"PeftModel Trainer"},
	Check:    checkAdapterNotTrainable,
}

func checkAdapterNotTrainable(p *rules.Pass) {
	for _, a := range p.Train.FrozenAdapters() {
		p.AtPlace(
			a.Load.Place(),
			"the adapters are loaded to be used, and every parameter of the model is frozen: the trainer has nothing to train, and its first "+
				"backward pass raises RuntimeError where no input needs gradients; pass is_trainable=True",
			[]rules.NotePlace{
				p.NoteAt(a.Trainer.Place(), "the trainer is given the model"), p.NoteAt(a.Train.Place(), "and trains it"),
			},
		)
	}
}
