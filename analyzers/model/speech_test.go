package model

import "testing"

// TestSpeechOfTransformers: what transformers' encoders of speech keep, inputs included. Parameters and bytes are what
// torch 2.15 with transformers 5.24.0 counted on a CPU, without layers that are left out by chance; attention keeps a
// little more on a card. A name that does not say the sizes, and checkpoints, are not known.
func TestSpeechOfTransformers(t *testing.T) {
	for name, want := range map[string]struct{ parameters, saved int64 }{
		"Wav2Vec2Model.from_pretrained('facebook/wav2vec2-base', **D)":                                {94_371_712, 143_065_730},
		"AutoModel.from_pretrained('facebook/hubert-large-ll60k', **D)":                               {315_438_720, 267_470_834},
		"WavLMModel.from_pretrained('microsoft/wavlm-base-plus', **D)":                                {94_381_936, 157_088_746},
		"AutoModelForAudioClassification.from_pretrained('microsoft/wavlm-large', num_labels=5, **D)": {315_453_120 + 1024*256 + 256 + 256*5 + 5, 304_929_658},
	} {
		code := "import torch.nn as nn\nfrom transformers import AutoModel, AutoModelForAudioClassification, WavLMModel, Wav2Vec2Model\n" +
			"D = dict(feat_proj_dropout=0.0, hidden_dropout=0.0, activation_dropout=0.0, attention_dropout=0.0)\n" +
			"class M(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = " + name +
			"\n    def forward(self, x):\n        out = self.a(x)\n" +
			"        return (out.logits if 'logits' in out else out.last_hidden_state).sum()\n"
		a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x16000")})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Ran || a.Parameters != want.parameters || a.Saved < want.saved || a.Saved > want.saved+want.saved/5000 {
			t.Errorf("%s: %d parameters, %d kept, not %v: %v", name, a.Parameters, a.Saved, want, a.Unknown)
		}
	}
	for _, name := range []string{
		"AutoModel.from_pretrained('somebody/wav2vec2-of-their-own')",
		"WavLMModel.from_pretrained('microsoft/wavlm-base', gradient_checkpointing=True)",
	} {
		code := "import torch.nn as nn\nfrom transformers import AutoModel, WavLMModel\nclass M(nn.Module):\n" +
			"    def __init__(self):\n        super().__init__()\n        self.a = " + name +
			"\n    def forward(self, x):\n        return self.a(x)[0].sum()\n"
		a, err := build(t, files{"m.py": code}, "m.py", Request{Name: "M", Inputs: inputsOf(t, "2x16000")})
		if err != nil {
			t.Fatal(err)
		}
		if a.Ran || len(a.Unknown) == 0 || a.Unknown[0].Raised {
			t.Errorf("%s: %v", name, a.Unknown)
		}
	}
}
