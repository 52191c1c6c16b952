package model

import (
	"strings"
	"testing"
)

const written = `import torch
from torch import nn
from transformers import AutoModelForSeq2SeqLM, GPT2LMHeadModel, GPT2Model, T5EncoderModel

GPT2 = {"embd_pdrop": 0.0, "attn_pdrop": 0.0, "resid_pdrop": 0.0}


class Net(nn.Module):
    def __init__(self, inside, **given):
        super().__init__()
        self.inside = inside
        self.given = given

    def forward(self, ids):
        return self.inside(input_ids=ids, labels=ids, **{name: make(ids) for name, make in self.given.items()}).loss


def by_hand():
    return Net(GPT2LMHeadModel.from_pretrained("gpt2", attn_implementation="eager", **GPT2))


def fused():
    return Net(GPT2LMHeadModel.from_pretrained("gpt2", **GPT2))


def relu():
    return Net(AutoModelForSeq2SeqLM.from_pretrained("t5", dropout_rate=0.0), attention_mask=torch.ones_like)


def gated():
    return Net(AutoModelForSeq2SeqLM.from_pretrained("flan", dropout_rate=0.0), attention_mask=torch.ones_like)


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.gpt = GPT2LMHeadModel.from_pretrained("gpt2")
        for i, block in enumerate(self.gpt.transformer.h):
            if i < 10:
                for parameter in block.parameters():
                    parameter.requires_grad = False
        self.project = nn.Linear(512, 5 * self.gpt.transformer.wte.weight.shape[1])

    def forward(self, ids):
        words = self.gpt.transformer.wte(ids)
        return self.gpt(inputs_embeds=words, labels=ids).loss


def half():
    return Net(GPT2Model.from_pretrained("gpt2", torch_dtype=torch.float16))


def other():
    return Net(T5EncoderModel.from_pretrained("gpt2"))


def states():
    return Net(GPT2LMHeadModel.from_pretrained("gpt2"), encoder_hidden_states=torch.ones_like)
`

func writtenHere(name string) *Published {
	switch name {
	case "gpt2":
		return &Published{Type: "gpt2", Sizes: map[string]int64{"vocab_size": 50257, "n_positions": 1024, "n_embd": 768, "n_layer": 12, "n_head": 12}}
	case "t5":
		return &Published{Type: "t5", Sizes: map[string]int64{
			"vocab_size": 32128, "d_model": 512, "d_kv": 64, "d_ff": 2048, "num_layers": 6, "num_decoder_layers": 6, "num_heads": 8, "tied": 1, "gated": 0,
		}}
	case "flan":
		return &Published{Type: "t5", Sizes: map[string]int64{
			"vocab_size": 32128, "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_layers": 8, "num_decoder_layers": 8, "num_heads": 6, "tied": 0, "gated": 1,
		}}
	}
	return nil
}

// TestTexts: GPT-2 and T5 as parts of a model. Parameters and bytes are what torch 2.15 with transformers 5.24.0
// counted of the same modules on a CPU, without dropout; T5's with attention by hand.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name              string
		parameters, saved int64
		gap               string
	}{
		{"by_hand", 124_439_808, 326_770_180, ""}, {"fused", 124_439_808, 317_480_452, ""},
		{"relu", 60_506_624, 155_684_868, ""}, {"gated", 76_961_152, 263_698_436, ""}, {"Frozen", 124_439_808 + 513*3840, 0, ""},
		{"half", 0, 0, "torch_dtype"}, {"other", 0, 0, "under the name of another"}, {"states", 124_439_808, 0, "another's states"},
	} {
		a, err := build(t, files{"m.py": written}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, "4x64:int64"), Published: writtenHere})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.gap != "":
			if len(a.Unknown) == 0 || a.Unknown[0].Raised || !strings.Contains(a.Unknown[0].Reason, c.gap) {
				t.Errorf("%s: %+v, want a gap: %s", c.name, a.Unknown, c.gap)
			}
		case len(a.Unknown) > 0 || a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, want %d; %+v", c.name, a.Parameters, c.parameters, a.Unknown)
		case c.saved > 0 && (a.Saved > c.saved+c.saved/100 || a.Saved < c.saved-c.saved/50):
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}
