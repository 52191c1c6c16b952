package built

import (
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/estimator"
)

// encoders are the architectures of the catalogue's family bert: how many positions more than tokens each has, how many
// kinds of tokens (0: no such table), and whether a dense layer of its own pools the first token.
var encoders = []struct {
	name      string
	positions int
	kinds     int
	pooled    bool
}{{"bert", 0, 2, true}, {"roberta", 2, 1, true}, {"distilbert", 0, 0, false}}

// Published is the config of a model of the catalogue; nil where the name is not in it, or only says what it was made
// from, and where the sizes that are known do not give exactly the parameters that are known.
func Published(name string) *model.Published {
	m, known := estimator.LookupModel(name)
	if !known || m.Ambiguous || m.Inferred || m.Family != "bert" {
		return nil
	}
	for _, e := range encoders {
		positions := m.MaxPositions + e.positions
		tables := (m.Vocab+positions+e.kinds)*m.Hidden + 2*m.Hidden
		block := 4*(m.Hidden+1)*m.Hidden + (m.Hidden+1)*m.Intermediate + (m.Intermediate+1)*m.Hidden + 4*m.Hidden
		total := tables + m.Layers*block
		if e.pooled {
			total += (m.Hidden + 1) * m.Hidden
		}
		if int64(total) != m.Params {
			continue
		}
		return &model.Published{Type: e.name, Sizes: map[string]int64{
			"vocab_size": int64(m.Vocab), "hidden_size": int64(m.Hidden), "num_hidden_layers": int64(m.Layers),
			"num_attention_heads": int64(m.Heads), "intermediate_size": int64(m.Intermediate),
			"max_position_embeddings": int64(positions), "type_vocab_size": int64(e.kinds),
		}}
	}
	return nil
}
