package training

import (
	"fmt"

	"github.com/trainlint/trainlint/rules"
)

// TokensWithoutEmbeddings finds tokens that are added to the tokenizer of a model which has no rows for them.
var TokensWithoutEmbeddings = &rules.Rule{
	Name:       "tokens-without-embeddings",
	Group:      rules.Training,
	Severity:   rules.Error,
	Raises:     true,
	Page:       page("tokens-without-embeddings"),
	On:         rules.PythonFile,
	NotInTests: true,
	Words:      []string{"add_special_tokens from_pretrained", "add_tokens from_pretrained", "pad_token= from_pretrained"},
	Check:      checkTokensWithoutEmbeddings,
}

func checkTokensWithoutEmbeddings(p *rules.Pass) {
	for _, a := range p.Train.AddedTokens() {
		if p.AnyElsewhere != nil && p.AnyElsewhere("resize_token_embeddings") {
			return
		}
		p.AtPlace(
			a.Add.Place(),
			fmt.Sprintf(
				"%s has no row of its embedding for %s: the model raises IndexError where it is given the token, and on a "+
					"GPU a device-side assert ends the process; call model.resize_token_embeddings(len(tokenizer)) behind this",
				a.Name, a.Token,
			),
			[]rules.NotePlace{p.NoteAt(a.Load.Place(), "the model is loaded here")},
		)
	}
}
