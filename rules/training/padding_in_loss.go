package training

import (
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/rules"
)

// PaddingInLoss finds labels of language models that keep the padding of their tokens.
var PaddingInLoss = &rules.Rule{
	Name:       "padding-in-loss",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("padding-in-loss"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"labels max_length input_ids"},
	Check:      checkPaddingInLoss,
}

func checkPaddingInLoss(p *rules.Pass) {
	list := p.Train.PaddedLabels()
	if len(list) == 0 {
		return
	}
	writes := knowledge.NamesGenerativeModel(p.File.Text)
	if p.AnyElsewhere != nil && !(writes && list[0].InSight) {
		if p.AnyElsewhere(knowledge.MasksLabels()...) {
			return // who puts the samples together may take it out
		}
		writes = writes || p.AnyElsewhere(knowledge.WritersOfText()...)
	}
	if !writes {
		return
	}
	for _, l := range list {
		p.At(
			l.Labels,
			"the labels keep the padding of the tokens: the model's loss skips -100 alone, so that most of it may be on the padding; put -100 "+
				"where attention_mask is 0, or leave the padding to a collator (DataCollatorForLanguageModeling, DataCollatorForSeq2Seq)",
			[]rules.NotePlace{p.Note(l.Tokens, "padded here")},
		)
	}
}
