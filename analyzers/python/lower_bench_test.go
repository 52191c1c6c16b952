package python

import (
	"context"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	treesitter "github.com/smacker/go-tree-sitter/python"

	"github.com/trainlint/trainlint/analyzers/source"
)

// BenchmarkLower compares parsing alone with parsing and lowering, over the same
// text; the project holds their ratio under 1.4.
func BenchmarkLower(b *testing.B) {
	text := []byte(strings.Repeat(trainingLoop, 60))
	b.Run("parse-alone", func(b *testing.B) {
		parser := sitter.NewParser()
		parser.SetLanguage(treesitter.GetLanguage())
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			tree, err := parser.ParseCtx(context.Background(), nil, text)
			if err != nil {
				b.Fatal(err)
			}
			tree.Close()
		}
	})
	b.Run("parse-and-lower", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Parse(source.New("train.py", text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// trainingLoop is ordinary training code, for the benchmark to chew on.
const trainingLoop = `
import argparse
import torch
from torch import nn
from torch.utils.data import DataLoader

class Net(nn.Module):
    """Two convolutions and a head."""

    def __init__(self, channels: int = 64, num_classes: int = 10, dropout=0.1):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU(inplace=True))
        self.blocks = nn.ModuleList([Block(channels * 2 ** i) for i in range(4) if i != 2])
        self.head = nn.Linear(channels * 8, num_classes)
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, x, *, return_features=False):
        x = self.stem(x)
        features = {}
        for i, block in enumerate(self.blocks):
            x = block(x)
            features[f"block{i}"] = x.mean(dim=(-1, -2))
        logits = self.head(self.dropout(x.flatten(1)))
        return (logits, features) if return_features else logits

def train(model, loader, optimizer, scheduler, device, epochs, accumulation=4):
    scaler = torch.amp.GradScaler("cuda", enabled=device.type == "cuda")
    global_step = 0
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for step, (images, labels) in enumerate(loader):  # one micro-batch
            images, labels = images.to(device, non_blocking=True), labels.to(device)
            with torch.amp.autocast("cuda", dtype=torch.float16):
                loss = nn.functional.cross_entropy(model(images), labels) / accumulation
            scaler.scale(loss).backward()
            if (step + 1) % accumulation == 0 or step + 1 == len(loader):
                scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad(set_to_none=True)
                scheduler.step()
                global_step += 1
            running += loss.item() * accumulation
        print(f"epoch {epoch}: loss {running / len(loader):.4f}, lr {scheduler.get_last_lr()[0]:.2e}")
    return global_step
`
