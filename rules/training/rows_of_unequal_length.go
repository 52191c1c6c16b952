package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// RowsOfUnequalLength finds trainers of transformers whose samples cannot be put into one tensor.
var RowsOfUnequalLength = &rules.Rule{
	Name:     "rows-of-unequal-length",
	Group:    rules.Training,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("rows-of-unequal-length"),
	On:       rules.PythonFile,
	Words:    []string{"Trainer .map( okeniz train_dataset"},
	Check:    checkRowsOfUnequalLength,
}

func checkRowsOfUnequalLength(p *rules.Pass) {
	for _, r := range p.Train.UnequalRows() {
		who := "the Trainer has no tokenizer to pad with"
		notes := []rules.NotePlace{p.Note(r.Tokens, "as many tokens as each text has")}
		if r.Collator != nil {
			who = "the collator pads nothing"
			notes = append(notes, p.Note(r.Collator, "the collator"))
		}
		message := fmt.Sprintf(
			"the samples have as many tokens as their texts, and %s: the first batch of texts that differ in length "+
				"raises ValueError; pass data_collator=DataCollatorWithPadding(tokenizer)", who)
		if r.OfLabels {
			message = "the labels are as long as each text, and are not padded with the tokens: the first batch of texts " +
				"that differ in length raises ValueError; take DataCollatorForSeq2Seq, or leave the labels out where " +
				"DataCollatorForLanguageModeling makes them"
		}
		p.At(r.Trainer.Func, message, notes)
	}
}
