package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// RefusedValue finds arguments that a class of torch refuses when an instance is made.
var RefusedValue = &rules.Rule{
	Name:     "refused-value",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("refused-value"),
	On:       rules.PythonFile,
	Words: []string{"optim lr", "optim nesterov", "Adam", "SGD", "LR(", "ReduceLROnPlateau", "WarmRestarts", "Dropout",
		"Conv groups", "Conv padding", "GroupNorm", "MultiheadAttention", "Transformer nn", "padding_idx", "LSTM(",
		"GRU(", "RNN(", "DataLoader", "BatchSampler"},
	Check: checkRefusedValue,
}

func checkRefusedValue(p *rules.Pass) {
	for _, r := range p.Train.RefusedValues() {
		severity, said := rules.Error, ""
		if r.ByDefault {
			severity, said = rules.Warning, ", which is the default"
		}
		var notes []rules.NotePlace
		if r.At.File() != r.Call.File() {
			notes = append(notes, p.NoteAt(r.Call, r.Class+" is made here"))
		}
		p.Report(rules.Diagnostic{Severity: severity, File: r.At.File(), Span: r.At.Node.Span(), Notes: notes,
			Message: fmt.Sprintf("%s %s, and %s%s: it raises %s when it is made", r.Class, r.Wants, r.Got, said, r.Raises)})
	}
}
