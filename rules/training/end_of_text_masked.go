package training

import "github.com/trainlint/trainlint/rules"

// EndOfTextMasked finds ends of texts that no language model learns to write, as they are the padding, too.
var EndOfTextMasked = &rules.Rule{
	Name:       "end-of-text-masked",
	Group:      rules.Training,
	Severity:   rules.Warning,
	Page:       page("end-of-text-masked"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"DataCollatorForLanguageModeling pad_token eos_token mlm"},
	Check:      checkEndOfTextMasked,
}

func checkEndOfTextMasked(p *rules.Pass) {
	for _, m := range p.Train.MaskedEnds() {
		p.At(
			m.Collator,
			"this collator takes every padding token out of the labels, and that is the token that ends a text as well: the model never learns "+
				"to end one; give the tokenizer a padding token of its own",
			[]rules.NotePlace{p.Note(m.Padding, "the two are one"), p.Note(m.Written, "written behind a text")},
		)
	}
}
