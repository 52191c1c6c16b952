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
	if !known || m.Ambiguous || m.Inferred {
		return nil
	}
	switch m.Family {
	case "gpt2":
		return publishedGPT2(m)
	case "t5":
		return publishedT5(m)
	case "bert":
		return publishedEncoder(m)
	case "deberta":
		return publishedDeberta(m)
	}
	return nil
}

// publishedDeberta is the config of a DeBERTa v3: neither a table of positions nor one of kinds, but one of distances,
// with a norm of its own.
func publishedDeberta(m estimator.Model) *model.Published {
	const distances = 512
	block := 4*(m.Hidden+1)*m.Hidden + (m.Hidden+1)*m.Intermediate + (m.Intermediate+1)*m.Hidden + 4*m.Hidden
	if int64((m.Vocab+distances+4)*m.Hidden+m.Layers*block) != m.Params {
		return nil
	}
	return &model.Published{Type: "deberta-v2", Sizes: map[string]int64{
		"vocab_size": int64(m.Vocab), "hidden_size": int64(m.Hidden), "num_hidden_layers": int64(m.Layers),
		"num_attention_heads": int64(m.Heads), "intermediate_size": int64(m.Intermediate),
		"max_position_embeddings": int64(m.MaxPositions),
	}}
}

// publishedEncoder is that of an encoder as BERT is.
func publishedEncoder(m estimator.Model) *model.Published {
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

// publishedGPT2 is the config of a GPT-2: a table of words, which its head shares, one of positions, and blocks.
func publishedGPT2(m estimator.Model) *model.Published {
	block := 4*(m.Hidden+1)*m.Hidden + (m.Hidden+1)*m.Intermediate + (m.Intermediate+1)*m.Hidden + 4*m.Hidden
	if m.Intermediate != 4*m.Hidden || int64((m.Vocab+m.MaxPositions+2)*m.Hidden+m.Layers*block) != m.Params {
		return nil
	}
	return &model.Published{Type: "gpt2", Sizes: map[string]int64{
		"vocab_size": int64(m.Vocab), "n_positions": int64(m.MaxPositions), "n_embd": int64(m.Hidden),
		"n_layer": int64(m.Layers), "n_head": int64(m.Heads),
	}}
}

// publishedT5 is the config of a T5: an encoder, a decoder that attends to it besides, one table of words for both, and
// in each a table of distances; the later ones have gates, and a head of their own.
func publishedT5(m estimator.Model) *model.Published {
	const distances = 32
	gated, tied := int64(0), int64(0)
	wide := 2 * m.Hidden * m.Intermediate
	if m.GatedMLP {
		gated, wide = 1, wide+m.Hidden*m.Intermediate
	}
	total := m.Vocab*m.Hidden + 2*distances*m.Heads + 2*m.Hidden
	if m.TiedEmbedding {
		tied = 1
	} else {
		total += m.Vocab * m.Hidden
	}
	attention := 4 * m.Hidden * m.Heads * m.HeadDim
	total += m.EncoderLayers*(attention+wide+2*m.Hidden) + m.Layers*(2*attention+wide+3*m.Hidden)
	if int64(total) != m.Params {
		return nil
	}
	return &model.Published{Type: "t5", Sizes: map[string]int64{
		"vocab_size": int64(m.Vocab), "d_model": int64(m.Hidden), "d_kv": int64(m.HeadDim), "d_ff": int64(m.Intermediate),
		"num_layers": int64(m.EncoderLayers), "num_decoder_layers": int64(m.Layers), "num_heads": int64(m.Heads),
		"gated": gated, "tied": tied,
	}}
}
