package built

import (
	"strings"
	"testing"
)

// TestTextsAtOnce: a tokenizer that is given a list of texts gives a row for each; whether something else is one text
// or several nobody knows.
func TestTextsAtOnce(t *testing.T) {
	const script = `
-- train.py --
import pandas as pd
import torch
from datasets import load_dataset
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset
from transformers import AutoModel, AutoTokenizer

frame = pd.read_csv("texts.csv")
rows = load_dataset("some/texts", split="train")
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
texts, labels = GIVEN, frame["label"].tolist()

class Encoded(Dataset):
    def __init__(self, encodings, labels):
        self.encodings, self.labels = encodings, labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        item = {key: torch.tensor(value[i]) for key, value in self.encodings.items()}
        return item["input_ids"], item["attention_mask"], torch.tensor(0)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.head = AutoModel.from_pretrained("bert-base-uncased"), nn.Linear(768, 2)

    def forward(self, ids, mask):
        return self.head(self.encoder(ids, attention_mask=mask)[0][:, 0])

loader = DataLoader(DATA, batch_size=8, shuffle=True)
model = Net().cuda()
optimizer = torch.optim.AdamW(model.parameters())
for ids, mask, label in loader:
    optimizer.zero_grad()
    loss = model(ids.cuda(), mask.cuda()).mean()
    loss.backward()
    optimizer.step()
`
	const padded = `tokenizer(texts, truncation=True, padding="max_length", max_length=48`
	const tensors = "TensorDataset(*[" + padded + `, return_tensors="pt")[k] for k in ("input_ids", "attention_mask")], torch.tensor(labels))`
	for _, tt := range []struct{ given, data, want string }{
		{`frame["text"].tolist()`, tensors, "8x48, 8x48"},
		{`list(frame["text"])`, tensors, "8x48, 8x48"},
		{`rows["text"]`, tensors, "8x48, 8x48"},
		{`train_test_split(frame["text"].to_list(), test_size=0.1)[0]`, tensors, "8x48, 8x48"},
		{`[text.lower() for text in frame["text"]]`, "Encoded(" + padded + "), labels)", "8x48, 8x48"},
		{`frame["text"].tolist()`, "Encoded(" + padded + "), labels)", "8x48, 8x48"},
		{`frame["text"].tolist()`, "Encoded(tokenizer.batch_encode_plus(texts, truncation=True, padding='max_length'), labels)", "8x512, 8x512"},
		{`frame["text"].tolist()`, "Encoded(tokenizer(texts, padding=True), labels)", "?"},
		{`frame["text"][0]`, tensors, "?"},
		{`open("text.txt").read()`, tensors, "?"},
	} {
		text := strings.NewReplacer("GIVEN", tt.given, "DATA", tt.data).Replace(script)
		got := "?"
		if step, gap := TrainOn(jobOf(t, text), 0, ""); gap == nil {
			got = strings.ReplaceAll(step.Inputs[0], ":int64", "")
		} else if gap.Raised {
			got = gap.Reason
		}
		if got != tt.want {
			t.Errorf("%s, %s: %s, want %s", tt.given, tt.data, got, tt.want)
		}
	}
}
