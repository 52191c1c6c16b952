package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestOwnAdapters: a class of the project with two small layers beside one that it is given makes adapters of what its
// function is called with; what has no such halves, or stays beside weights that are all trained, does not.
func TestOwnAdapters(t *testing.T) {
	const layers = `import torch.nn as nn


class LoRALinear(nn.Module):
    def __init__(self, original, rank=4, alpha=8):
        super().__init__()
        self.original = original
        self.HALF_A = nn.Linear(original.in_features, rank, bias=False)
        self.HALF_B = nn.Linear(rank, original.out_features, bias=False)

    def forward(self, x):
        return self.original(x) + self.HALF_B(self.HALF_A(x))


def apply_lora(model, rank):
    for name, module in model.named_modules():
        if hasattr(module, "query"):
            module.query = LoRALinear(module.query, rank)
    for name, p in model.named_parameters():
        if "lora_" not in name:
            p.FREEZE = False
    return model
`
	const script = `import torch
from transformers import BertForSequenceClassification

from models import build

loader = torch.utils.data.DataLoader(dataset, batch_size=8)
model = build("bert-base-uncased")
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=1e-4)
for batch in loader:
    loss = model(**batch).loss
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
`
	const models = `from transformers import BertForSequenceClassification

from lora import apply_lora


def build(name):
    model = BertForSequenceClassification.from_pretrained(name)
    CALL
    return model
`
	for _, tt := range []struct{ half, freeze, call, method string }{
		{"lora", "requires_grad", "apply_lora(model, 8)", "lora"},
		{"part", "requires_grad", "apply_lora(model, 8)", ""},
		{"lora", "requires_grad", "pass", "full"},
	} {
		replaced := strings.NewReplacer("HALF", tt.half, "FREEZE", tt.freeze, "CALL", tt.call)
		jobs := Find(workspace(replaced.Replace("-- lora.py --\n" + layers + "-- models.py --\n" + models + "-- train.py --\n" + script)))
		if len(jobs) != 1 {
			t.Fatalf("%+v: %d jobs", tt, len(jobs))
		}
		if got := jobs[0].Text(dialect.Method); got != tt.method {
			t.Errorf("%+v: method %q", tt, got)
		}
		if got := jobs[0].Text(dialect.LoRARank); tt.method == "lora" && got != "8" {
			t.Errorf("%+v: rank %q", tt, got)
		}
	}
}

// TestOwnAdaptersOfPipeline: the optimizer is given nothing but a list of the adapters, and what they are put into is
// the pipeline's denoiser.
func TestOwnAdaptersOfPipeline(t *testing.T) {
	const script = `import torch
import torch.nn as nn
from diffusers import StableDiffusionXLPipeline


class LoRALinear(nn.Module):
    def __init__(self, original, rank=4):
        super().__init__()
        self.original = original
        self.lora_A = nn.Linear(original.in_features, rank, bias=False)
        self.lora_B = nn.Linear(rank, original.out_features, bias=False)


def inject(module, rank=4):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            setattr(module, name, LoRALinear(child, rank))
        else:
            inject(child, rank)


def of_adapters(model):
    params = []
    for m in model.modules():
        if isinstance(m, LoRALinear):
            params.extend(list(m.lora_A.parameters()))
    return params


pipe = StableDiffusionXLPipeline.from_pretrained("stabilityai/stable-diffusion-xl-base-1.0", torch_dtype=torch.bfloat16)
unet = pipe.unet
inject(unet, rank=8)
for p in unet.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW(of_adapters(unet), lr=1e-4)
for batch in torch.utils.data.DataLoader(dataset, batch_size=1):
    loss = unet(batch).sample.mean()
    loss.backward()
    optimizer.step()
`
	jobs := Find(workspace("-- train.py --\n" + script))
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	if got := jobs[0].Text(dialect.Method) + " " + jobs[0].Text(dialect.LoRARank) + " " + jobs[0].Text(dialect.Model); got != "lora 8 stabilityai/stable-diffusion-xl-base-1.0" {
		t.Errorf("%q", got)
	}
}
