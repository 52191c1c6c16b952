package training

import "github.com/trainlint/trainlint/rules"

// KlTermSign finds losses of variational autoencoders that reward the divergence.
var KlTermSign = &rules.Rule{
	Name:     "kl-term-sign",
	Group:    rules.Training,
	Severity: rules.Error,
	Page:     page("kl-term-sign"),
	On:       rules.PythonFile,
	Words:    []string{"kl exp(", "KL exp(", "logvar exp(", "log_var exp(", "kl log(", "KL log("},
	Check:    checkKlTermSign,
}

func checkKlTermSign(p *rules.Pass) {
	for _, d := range p.Train.DivergenceSigns() {
		wrong := "the divergence enters the loss with the wrong sign"
		if d.Subtracts {
			wrong = "the divergence is subtracted from the loss of the reconstruction"
		}
		p.At(
			d.Sum,
			wrong+", and grows without bound in training; "+
				"add it: it is -0.5 * (1 + log s - m ** 2 - s)",
			[]rules.NotePlace{p.Note(d.Divergence, "the divergence, with its sign"), p.Note(d.Fit, "the loss beside it")},
		)
	}
}
