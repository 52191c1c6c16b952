package model

import (
	"strings"
	"testing"
)

const headed = `from torch import nn
from transformers import AutoModelForMaskedLM, AutoModelForSequenceClassification, AutoModelForTokenClassification
from transformers import BertForQuestionAnswering, BertForSequenceClassification, DistilBertForQuestionAnswering

CALM = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, "classifier_dropout": 0.0, "attn_implementation": "eager"}
DISTIL = {"dropout": 0.0, "attention_dropout": 0.0, "seq_classif_dropout": 0.0, "qa_dropout": 0.0, "attn_implementation": "eager"}


class Net(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, ids, mask, labels):
        return self.inner(ids, attention_mask=mask, labels=labels).loss


class Spans(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, ids, mask, labels):
        return self.inner(input_ids=ids, attention_mask=mask, start_positions=labels, end_positions=labels)[0]


def bert_seq():
    return Net(BertForSequenceClassification.from_pretrained("bert", num_labels=3, **CALM))


def roberta_seq():
    return Net(AutoModelForSequenceClassification.from_pretrained("roberta", num_labels=3, **CALM))


def distil_seq():
    return Net(AutoModelForSequenceClassification.from_pretrained("distilbert", num_labels=3, **DISTIL))


def bert_tok():
    return Net(AutoModelForTokenClassification.from_pretrained("bert", num_labels=5, **CALM))


def roberta_tok():
    return Net(AutoModelForTokenClassification.from_pretrained("roberta", num_labels=5, **CALM))


def distil_tok():
    return Net(AutoModelForTokenClassification.from_pretrained("distilbert", num_labels=5, **DISTIL))


def bert_qa():
    return Spans(BertForQuestionAnswering.from_pretrained("bert", **CALM))


def distil_qa():
    return Spans(DistilBertForQuestionAnswering.from_pretrained("distilbert", **DISTIL))


def bert_mlm():
    return Net(AutoModelForMaskedLM.from_pretrained("bert", **CALM))


def roberta_mlm():
    return Net(AutoModelForMaskedLM.from_pretrained("roberta", **CALM))


def distil_mlm():
    return Net(AutoModelForMaskedLM.from_pretrained("distilbert", **DISTIL))


def another():
    return Net(BertForSequenceClassification.from_pretrained("roberta"))


def nobodys():
    return Net(AutoModelForSequenceClassification.from_pretrained("somebody/else"))
`

// TestHeads: published encoders with heads. Parameters and bytes are what torch 2.15 with transformers 5.24.0 counted
// on a CPU, without dropout and with attention by hand.
func TestHeads(t *testing.T) {
	for _, c := range []struct {
		name, labels      string
		parameters, saved int64
		gap               string
	}{
		{"bert_seq", "8", 109_484_547, 685_999_204, ""}, {"roberta_seq", "8", 124_647_939, 686_014_564, ""}, {"distil_seq", "8", 66_955_779, 346_161_252, ""},
		{"bert_tok", "8x128", 108_895_493, 685_995_012, ""}, {"roberta_tok", "8x128", 124_058_885, 686_010_372, ""},
		{"distil_tok", "8x128", 66_366_725, 346_157_060, ""}, {"bert_qa", "8", 108_893_186, 685_982_856, ""}, {"distil_qa", "8", 66_364_418, 346_144_904, ""},
		{"bert_mlm", "8x128", 109_514_298, 820_438_020, ""}, {"roberta_mlm", "8x128", 124_697_433, 901_320_708, ""},
		{"distil_mlm", "8x128", 66_985_530, 480_600_068, ""},
		{"another", "8", 0, 0, "under the name of another"}, {"nobodys", "8", 0, 0, "somebody/else"},
	} {
		inputs := inputsOf(t, "8x128:int64 8x128:int64 "+c.labels+":int64")
		a, err := build(t, files{"m.py": headed}, "m.py", Request{Name: c.name, Inputs: inputs, Published: publishedHere})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.gap != "":
			if len(a.Unknown) == 0 || a.Unknown[0].Raised || !strings.Contains(a.Unknown[0].Reason, c.gap) {
				t.Errorf("%s: %+v, want a gap: %s", c.name, a.Unknown, c.gap)
			}
		case len(a.Unknown) > 0 || a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, want %d; %+v", c.name, a.Parameters, c.parameters, a.Unknown)
		case a.Saved > c.saved+64<<10 || c.saved-a.Saved > 64<<10:
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}

// TestCTC: a criterion that a model holds as a part has no parameters, and its call ends what is followed.
func TestCTC(t *testing.T) {
	const net = "from torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.out = nn.Linear(4, 3)\n" +
		"        self.criterion = nn.CTCLoss(blank=2, zero_infinity=True)\n\n    def forward(self, x, y=None):\n        x = self.out(x)\n" +
		"        return x if y is None else self.criterion(x, y, None, None)\n"
	for input, gap := range map[string]string{"2x4": "", "2x4 2:int64": "CTC"} {
		a, err := build(t, files{"m.py": net}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, input)})
		switch {
		case err != nil:
			t.Fatal(err)
		case a.Parameters != 15 || gap == "" && len(a.Unknown) > 0 || gap != "" && (len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, gap)):
			t.Errorf("%s: %d parameters; %+v", input, a.Parameters, a.Unknown)
		}
	}
}
