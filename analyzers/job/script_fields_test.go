package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestFieldsOfScripts: what a script's own words say of a job, and what they leave open.
func TestFieldsOfScripts(t *testing.T) {
	const loop = "for batch in loader:\n    loss = model(batch).sum()\n    loss.backward()\n    opt.step()\n    opt.zero_grad()\n"
	const own = "import torch\nfrom torch import nn\nfrom torch.optim import AdamW\nmodel = nn.Linear(2, 2)\nOPTIMIZER\n" + loop
	const encoder = "import torch\nfrom torch import nn\nfrom transformers import AutoModel, AutoTokenizer\nclass Net(nn.Module):\n    def __init__(self, name):\n" +
		"        super().__init__()\n        self.encoder = AutoModel.from_pretrained(name)\nMORE" +
		"    def forward(self, ids):\n        return self.encoder(ids)[0]\nmodel = Net(\"bert-base-cased\")\nopt = torch.optim.Adam(model.parameters())\n" + loop
	const trainer = "from peft import LoraConfig, get_peft_model\nfrom transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments\n" +
		"tokenizer = AutoTokenizer.from_pretrained(NAME)\nmodel = AutoModelForCausalLM.from_pretrained(NAME)\ndef prepare(example):\nPREPARE\n" +
		"data = data.map(prepare)\nBEFOREtrainer = Trainer(model=model, args=TrainingArguments(\"out\"), train_dataset=data)\ntrainer.train()\nAFTER"
	prepared := func(name, prepare string) []string {
		return []string{"NAME", name, "PREPARE", prepare, "BEFORE", "", "AFTER", ""}
	}
	const filled = "    ids = (tokenizer(example[\"a\"])[\"input_ids\"] + tokenizer(example[\"b\"])[\"input_ids\"])[:128]\n" +
		"    missing = 128 - len(ids)\n    ids = ids + [0] * missing\n    return {\"input_ids\": ids}"
	const fabric = "import lightning as L\nimport torch\nfabric = L.Fabric(devices=1)\nmodel = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(model.parameters())\n" +
		"model, opt = fabric.setup(model, opt)\nfor batch in loader:\n    fabric.backward(model(batch).sum())\n    opt.step()\n"
	const network = "import argparse\nimport torch\nfrom torchvision import models\nparser = argparse.ArgumentParser()\nparser.add_argument(\"--arch\", default=\"vgg11\")\n" +
		"args = parser.parse_args()\nmodel = getattr(models, args.arch)(pretrained=True)\nopt = torch.optim.Adam(model.parameters())\n" + loop
	const clipped = "import torch\nmodel = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(model.parameters())\nfor i, batch in enumerate(loader):\n" +
		"    model(batch).sum().backward()\n    if GATE:\n        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n        opt.step()\n        opt.zero_grad()\n"
	const accelerated = "from accelerate import Accelerator\nimport torch\nacc = Accelerator()\nmodel = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(model.parameters())\n" +
		"model, opt, loader = acc.prepare(model, opt, loader)\nfor batch in loader:\n    with acc.accumulate(model):\n        acc.backward(model(batch).sum())\n        if GATE:\n" +
		"            WHO.clip_grad_norm_(model.parameters(), 0.7)\n        opt.step()\n        opt.zero_grad()\n"
	tests := []struct {
		name, script string
		replaced     []string
		field        dialect.Field
		want         string // "": nobody says it
	}{
		{"weight decay", own, []string{"OPTIMIZER", "opt = AdamW(model.parameters(), lr=1e-3, weight_decay=0.02)"}, dialect.WeightDecay, "0.02"},
		{"none is said", own, []string{"OPTIMIZER", "opt = AdamW(model.parameters(), lr=1e-3)"}, dialect.WeightDecay, ""},
		{"of groups", own, []string{"OPTIMIZER", "opt = AdamW([{'params': [model.weight], 'weight_decay': 0.1}, {'params': [model.bias], 'weight_decay': 0.0}])"}, dialect.WeightDecay, "0.1"},
		{"of groups, with another for the rest", own, []string{"OPTIMIZER", "opt = AdamW([{'params': [model.weight], 'weight_decay': 0.1}, {'params': [model.bias]}], weight_decay=0.2)"}, dialect.WeightDecay, ""},
		{"two of groups", own, []string{"OPTIMIZER", "opt = AdamW([{'params': [model.weight], 'weight_decay': 0.1}, {'params': [model.bias], 'weight_decay': 0.2}])"}, dialect.WeightDecay, ""},
		{"what a class is made around", encoder, []string{"MORE", ""}, dialect.Backbone, "bert-base-cased"},
		{"two of them", encoder, []string{"MORE", "        self.other = AutoModel.from_pretrained(\"roberta-base\")\n"}, dialect.Backbone, ""},
		{"a tokenizer is none", encoder, []string{"MORE", "        self.words = AutoTokenizer.from_pretrained(\"roberta-base\")\n"}, dialect.Backbone, "bert-base-cased"},
		{"filled up by hand", trainer, prepared("\"gpt2\"", filled), dialect.SeqLen, "128"},
		{"a length alone cuts", trainer, prepared("\"gpt2\"", "    return tokenizer(example[\"a\"], max_length=64)"), dialect.SeqLen, "64"},
		{"so does the old way to fill up", trainer, prepared("\"gpt2\"", "    return tokenizer(example[\"a\"], pad_to_max_length=True, max_length=64)"), dialect.SeqLen, "64"},
		{"the new one does not", trainer, prepared("\"gpt2\"", "    return tokenizer(example[\"a\"], padding=\"max_length\", max_length=64)"), dialect.SeqLen, ""},
		{"a tokenizer's own length", trainer, prepared("\"google/flan-t5-base\"", "    return tokenizer(example[\"a\"], truncation=True)"), dialect.SeqLen, "512"},
		{"a tokenizer of which it is not known", trainer, prepared("\"somebody/words\"", "    return tokenizer(example[\"a\"], truncation=True)"), dialect.SeqLen, ""},
		{"adapters before training", trainer, []string{"NAME", "\"gpt2\"", "PREPARE", "    return example", "BEFORE", "model = get_peft_model(model, LoraConfig(r=4))\n", "AFTER", ""}, dialect.Method, "lora"},
		{"adapters behind all training", trainer, []string{"NAME", "\"gpt2\"", "PREPARE", "    return example", "BEFORE", "", "AFTER", "model = get_peft_model(model, LoraConfig(r=4))\n"}, dialect.Method, "full"},
		{"Fabric gathers no gradients itself", fabric, nil, dialect.Accumulation, ""},
		{"a network by its name", network, nil, dialect.Model, "vgg11"},
		{"clipped every so often", clipped, []string{"GATE", "(i + 1) % 4 == 0 or (i + 1) == len(loader)"}, dialect.GradientClip, "1.0"},
		{"clipped by accelerate", accelerated, []string{"GATE", "acc.sync_gradients", "WHO", "acc"}, dialect.GradientClip, "0.7"},
		{"clipped by something else", accelerated, []string{"GATE", "acc.sync_gradients", "WHO", "other"}, dialect.GradientClip, ""},
		{"clipped by accelerate when something holds", accelerated, []string{"GATE", "ready(batch)", "WHO", "acc"}, dialect.GradientClip, ""},
		{"cut by what puts samples together", strings.Replace(trainer, "data = data.map(prepare)\n", "", 1) + "\n",
			append(prepared("\"gpt2\"", "    return tokenizer(example, truncation=True, max_length=72)"), "train_dataset=data", "train_dataset=data, data_collator=prepare"), dialect.SeqLen, "72"},
		{"cut by a function that nobody is handed", strings.Replace(trainer, "data = data.map(prepare)\n", "", 1) + "\n",
			append(prepared("\"gpt2\"", "    return tokenizer(example, truncation=True, max_length=72)"), "train_dataset=data", "train_dataset=data, data_collator=other"), dialect.SeqLen, ""},
		{"cut by a processor of texts and images", trainer, prepared("\"gpt2\"", "    return processor(text=example[\"a\"], images=example[\"b\"], truncation=True, max_length=96)"), dialect.SeqLen, "96"},
		{"a processor of something else", trainer, prepared("\"gpt2\"", "    return processor(example[\"a\"], truncation=True, max_length=96)"), dialect.SeqLen, ""},
		{"clipped when something holds", clipped, []string{"GATE", "ready(batch)"}, dialect.GradientClip, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j := find(t, "-- train.py --\n"+strings.NewReplacer(tt.replaced...).Replace(tt.script))
			if got := j.Text(tt.field); got != tt.want {
				t.Errorf("%s = %q, want %q", tt.field, got, tt.want)
			}
		})
	}
}
