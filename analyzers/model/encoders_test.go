package model

import (
	"strings"
	"testing"
)

const encoded = `import torch
from torch import nn
from transformers import AutoConfig, AutoModel, BertModel, BertPreTrainedModel, RobertaModel

CALM = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, "attn_implementation": "eager"}


class Net(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(encoder.config.hidden_size, 3)

    def forward(self, ids, mask):
        return self.head(self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state[:, 0])


class Tagger(BertPreTrainedModel):
    def __init__(self, config, width=7):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.out = nn.Linear(config.hidden_size, width + config.num_labels)
        self.post_init()

    def forward(self, ids, mask):
        return self.out(self.bert(ids, attention_mask=mask)[0])


def bert():
    return Net(AutoModel.from_pretrained("bert", **CALM))


def by_config():
    return Net(BertModel(AutoConfig.from_pretrained("bert", **CALM)))


def roberta():
    return Net(RobertaModel.from_pretrained("roberta", **CALM))


def distilbert():
    return Net(AutoModel.from_pretrained("distilbert", dropout=0.0, attention_dropout=0.0, attn_implementation="eager"))


def tagger():
    return Tagger.from_pretrained("bert", width=5, num_labels=4, **CALM)


def another():
    return Net(RobertaModel.from_pretrained("bert"))


def in_half():
    return Net(AutoModel.from_pretrained("bert", torch_dtype=torch.float16))


def flash():
    return Net(AutoModel.from_pretrained("bert", attn_implementation="flash_attention_2"))


def nobodys():
    return Net(AutoModel.from_pretrained("somebody/else"))
`

func publishedHere(name string) *Published {
	sizes := map[string]int64{"vocab_size": 30522, "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072,
		"max_position_embeddings": 512, "type_vocab_size": 2}
	switch name {
	case "roberta":
		sizes["vocab_size"], sizes["max_position_embeddings"], sizes["type_vocab_size"] = 50265, 514, 1
	case "distilbert":
		sizes["num_hidden_layers"], sizes["type_vocab_size"] = 6, 0
	case "bert":
	default:
		return nil
	}
	return &Published{Type: name, Sizes: sizes}
}

// TestEncoders: published encoders as parts of a model. Parameters and bytes are what torch 2.15 with transformers
// 5.24.0 counted of the same modules on a CPU, without dropout and with attention by hand; the bytes hold what a pooler
// keeps whose output nobody reads.
func TestEncoders(t *testing.T) {
	for _, c := range []struct {
		name              string
		parameters, saved int64
		gap               string
	}{
		{"bert", 109_484_547, 686_011_392, ""}, {"by_config", 109_484_547, 686_011_392, ""}, {"roberta", 124_647_939, 686_022_656, ""},
		{"distilbert", 66_365_187, 346_148_864, ""}, {"tagger", 108_891_648 + 769*9, 0, ""},
		{"another", 0, 0, "under the name of another"}, {"in_half", 0, 0, "torch_dtype"}, {"flash", 0, 0, "flash_attention_2"},
		{"nobodys", 0, 0, "somebody/else"},
	} {
		a, err := build(t, files{"m.py": encoded}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, "8x128:int64 8x128:int64"), Published: publishedHere})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.gap != "":
			if len(a.Unknown) == 0 || a.Unknown[0].Raised || !strings.Contains(a.Unknown[0].Reason, c.gap) {
				t.Errorf("%s: %+v, want a gap: %s", c.name, a.Unknown, c.gap)
			}
		case len(a.Unknown) > 0 || a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, want %d; %+v", c.name, a.Parameters, c.parameters, a.Unknown)
		case c.saved > 0 && (a.Saved > c.saved || c.saved-a.Saved > 32<<10):
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}
