package built

import (
	"strings"
	"testing"
)

// TestPublished: the architecture that the numbers of the catalogue fit, and none where they fit none.
func TestPublished(t *testing.T) {
	for name, want := range map[string]string{
		"bert-base-uncased": "bert", "google-bert/bert-base-chinese": "bert", "ProsusAI/finbert": "bert", "hfl/chinese-roberta-wwm-ext": "bert",
		"roberta-base": "roberta", "distilroberta-base": "roberta", "xlm-roberta-large": "roberta", "distilbert-base-uncased": "distilbert",
		"microsoft/deberta-v3-base": "deberta-v2", "gpt2": "gpt2", "distilgpt2": "gpt2", "t5-base": "t5", "google/flan-t5-small": "t5", "t5-3b": "", "facebook/bart-base": "", "somebody/bert-base-uncased-finetuned": "", "": "",
		"me/bert-base-uncased-finetuned-squad": "", // its words may be others
	} {
		got := ""
		if p := Published(name); p != nil {
			got = p.Type
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// encoderScript trains a head on an encoder that is loaded by its name; the cases replace parts of it.
const encoderScript = `
-- train.py --
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

def libraries():
    from transformers import AutoTokenizer
    return AutoTokenizer

class Texts(Dataset):
    def __init__(self, rows, tokenizer):
        self.rows, self.tokenizer = rows, tokenizer

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        enc = self.tokenizer(str(self.rows[i]), truncation=True, padding="max_length", max_length=48, return_tensors="pt")
        return {"input_ids": enc["input_ids"].squeeze(0), "attention_mask": enc["attention_mask"].squeeze(0), "label": torch.tensor(0)}

class Net(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.head = nn.Linear(self.encoder.config.hidden_size, 3)

    def forward(self, input_ids, attention_mask):
        out = self.encoder(input_ids=input_ids, attention_mask=attention_mask)
        return self.head(out.last_hidden_state[:, 0])

NAME = "distilbert-base-uncased"
rows = open("texts.txt").readlines()
loader = DataLoader(Texts(rows, AutoTokenizer.from_pretrained(NAME)), batch_size=4, shuffle=True)
model = Net(NAME).to("cuda")
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
for epoch in range(2):
    for batch in loader:
        optimizer.zero_grad()
        out = model(batch["input_ids"].cuda(), batch["attention_mask"].cuda())
        loss = nn.functional.cross_entropy(out, batch["label"].cuda())
        loss.backward()
        optimizer.step()
`

// TestEncoders: an encoder of the catalogue as a part of somebody's own module, and how long the texts are that it is
// fed. The parameters are what transformers 5.24.0 counted.
func TestEncoders(t *testing.T) {
	const distil, base = 66_362_880 + 2307, 109_482_240 + 2307
	tokenized := `self.tokenizer(str(self.rows[i]), truncation=True, padding="max_length", max_length=48, return_tensors="pt")`
	for _, c := range []struct {
		name       string
		replaced   []string
		parameters int64
		fed        string // "" where that is not known
		atMost     int64
	}{
		{"as it is", nil, distil, "4x48, 4x48", 0},
		{"another", []string{"distilbert-base-uncased", "bert-base-uncased"}, base, "4x48, 4x48", 0},
		{"one of distances", []string{"distilbert-base-uncased", "microsoft/deberta-v3-small"}, 141_304_320 + 2307, "4x48, 4x48", 0},
		{"one of distances, and of a convolution", []string{"distilbert-base-uncased", "microsoft/deberta-v2-xlarge"}, 0, "", 0},
		{"one that nobody knows", []string{"distilbert-base-uncased", "somebody/their-model"}, 0, "", 0},
		{"a tokenizer that a function gives", []string{"AutoTokenizer.from_pretrained(NAME))", "libraries().from_pretrained(NAME))"}, distil, "4x48, 4x48", 0},
		{"encode_plus", []string{"self.tokenizer(str", "self.tokenizer.encode_plus(str"}, distil, "4x48, 4x48", 0},
		{"cut, and not padded", []string{`padding="max_length", `, ""}, distil, "4x48, 4x48", 48},
		{"neither cut nor padded", []string{`truncation=True, padding="max_length", max_length=48, `, ""}, distil, "", 0},
		{"as long as the model takes", []string{`, max_length=48`, ""}, distil, "4x512, 4x512", 0},
		{"lists", []string{tokenized, `self.tokenizer(str(self.rows[i]), truncation=True, padding="max_length", max_length=48)`,
			`enc["input_ids"].squeeze(0)`, `torch.tensor(enc["input_ids"])`, `enc["attention_mask"].squeeze(0)`, `torch.tensor(enc["attention_mask"])`},
			distil, "4x48, 4x48", 0},
		{"a label for each word", []string{`return {"input_ids"`, `words, before = [], None
        for word in enc.word_ids(batch_index=0):
            if word is None or word == before:
                words.append(-100)
            else:
                words.append(0)
            before = word
        assert torch.tensor(words).shape == (48,)
        return {"input_ids"`}, distil, "4x48, 4x48", 0},
		{"labels for some words", []string{`return {"input_ids"`, `words = [0 for word in enc.word_ids() if word is not None]
        assert torch.tensor(words).shape == (48,)
        return {"input_ids"`}, distil, "", 0},
		{"longer than its positions", []string{"max_length=48", "max_length=513"}, distil, "", 0},
		{"a frozen encoder", []string{"        self.head =", "        self.encoder.requires_grad_(False)\n        self.head ="}, distil, "4x48, 4x48", 0},
	} {
		text := replaced(t, encoderScript, c.replaced...)
		j := jobOf(t, text)
		models := Of(j)
		if models == nil || len(models.List) != 1 {
			t.Fatalf("%s: %+v", c.name, models)
		}
		if gap := models.Open(); (gap != nil) != (c.parameters == 0) || gap == nil && models.List[0].Answer.Parameters != c.parameters {
			t.Errorf("%s: %+v, want %d parameters; %+v", c.name, models.List[0].Answer, c.parameters, gap)
			continue
		}
		step, gap := Train(j, 0)
		switch {
		case (gap != nil) != (c.fed == ""):
			t.Errorf("%s: fed %+v, want %q; %+v", c.name, step, c.fed, gap)
		case gap == nil && (step.Inputs[0] != c.fed || step.Tokens != c.atMost):
			t.Errorf("%s: fed %s, at most %d, want %s, %d", c.name, step.Inputs[0], step.Tokens, c.fed, c.atMost)
		}
	}
}

// TestOwnMethodsThatGiveSelf: an object of the project's that moves itself to the card, with constructor and method
// that the run passes over.
func TestOwnMethodsThatGiveSelf(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

class Noise:
    @torch.no_grad()
    def __init__(self, steps):
        assert torch.all(torch.linspace(0, 1, steps) >= 0)
        self.steps = steps
        self.alphas = torch.cumprod(1 - torch.linspace(1e-4, 0.02, steps), 0)

    @torch.no_grad()
    def to(self, device):
        self.alphas = self.alphas.to(device)
        return self

    def add(self, x, t):
        a = self.alphas[t].view(-1, 1)
        return a * x + (1 - a) * torch.randn_like(x)

model = nn.Linear(16, 16).to("cuda")
noise = Noise(100).to("cuda")
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = DataLoader(TensorDataset(torch.randn(256, 16)), batch_size=8)
for epoch in range(2):
    for (x,) in loader:
        x = x.to("cuda")
        t = torch.randint(0, noise.steps, (x.shape[0],), device="cuda")
        loss = nn.functional.mse_loss(model(noise.add(x, t)), x)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
`
	step, gap := Train(jobOf(t, script), 0)
	if gap != nil || step.Inputs[0] != "8x16" {
		t.Errorf("%+v, %+v", step, gap)
	}
	if step, gap = Train(jobOf(t, replaced(t, script, "        return self\n", "        return somebody(self)\n")), 0); gap == nil {
		t.Errorf("what nobody knows is fed %v", step.Inputs)
	}
}

// replaced is a text with parts of it replaced, each of which it has to have.
func replaced(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q is not there", pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}
