package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// A loader whose dataset puts batches together itself says nothing of their size.
func TestLoaderOfWholeBatches(t *testing.T) {
	const end = "opt = torch.optim.SGD(model.parameters(), lr=1)\nfor x in loader:\n    model(x).backward()\n    opt.step()\n"
	const head = "import torch\nfrom torch.utils.data import DataLoader\n"
	for name, c := range map[string]struct{ text, want, why string }{
		"one sample": {"loader = DataLoader(data, batch_size=1)\n", "1 @ train.py:3", ""},
		"lambda":     {"loader = DataLoader(data, batch_size=1, collate_fn=lambda b: b[0])\n", "?", "unpacks the one item"},
		"as it came": {"loader = DataLoader(data, batch_size=1, collate_fn=lambda x: x)\n", "?", "hands on the items"},
		"function":   {"def first(examples):\n    return examples[0]\nloader = DataLoader(data, batch_size=1, collate_fn=first)\n", "?", "unpacks the one item"},
		"object": {"class Collator:\n    def __init__(self, epoch):\n        self.epoch = epoch\n    def __call__(self, examples):\n        item = examples[0]\n        return item\n" +
			"collator = Collator(0)\nloader = DataLoader(data, batch_size=1, collate_fn=collator)\n", "?", "unpacks the one item"},
		"stacks": {"def stack(examples):\n    first = examples[0]\n    return torch.stack(examples)\nloader = DataLoader(data, batch_size=1, collate_fn=stack)\n", "1 @ train.py:6", ""},
		"library": {"from transformers import DataCollatorForLanguageModeling\ncollator = DataCollatorForLanguageModeling(tokenizer, mlm=False)\n" +
			"loader = DataLoader(data, batch_size=1, collate_fn=collator)\n", "1 @ train.py:5", ""},
		"not seen":          {"from elsewhere import collate\nloader = DataLoader(data, batch_size=1, collate_fn=collate)\n", "?", "collate_fn is not seen"},
		"not seen, several": {"from elsewhere import collate\nloader = DataLoader(data, batch_size=2, collate_fn=collate)\n", "2 @ train.py:4", ""},
		"batched dataset":   {"from elsewhere import Buckets\ndata = Buckets(root, batch_size=8)\nloader = DataLoader(data, batch_size=1)\n", "?", "puts batches together"},
		"own dataset": {"class Data:\n    def __init__(self, root, bs):\n        self.batch_size = bs\ndata = Data(root, 4)\nloader = DataLoader(data, batch_size=1)\n",
			"?", "puts batches together"},
		"bound to its processor": {"from functools import partial\ndef stack(examples, processor):\n    return processor(examples)\n" +
			"loader = DataLoader(data, batch_size=1, collate_fn=partial(stack, processor=processor))\n", "1 @ train.py:6", ""},
		"bound, and the first": {"from functools import partial\ndef first(processor, examples):\n    return examples[0]\n" +
			"loader = DataLoader(data, batch_size=1, collate_fn=partial(first, processor))\n", "?", "unpacks the one item"},
		"no batching":        {"loader = DataLoader(data, batch_size=None)\n", "?", ""},
		"nothing said":       {"loader = DataLoader(data, shuffle=True)\n", "1 default @ train.py:3", ""},
		"perhaps said":       {"loader = DataLoader(data, **options)\n", "?", ""},
		"a sampler":          {"from elsewhere import Batches\nloader = DataLoader(data, batch_sampler=Batches(data))\n", "?", ""},
		"sampler of torch":   {"loader = DataLoader(data, batch_sampler=torch.utils.data.BatchSampler(order, 4, False))\n", "4 @ train.py:3", ""},
		"a loader of theirs": {"from elsewhere import DataLoader\nloader = DataLoader(data)\n", "?", ""},
		"a class of their own": {"class Own(DataLoader):\n    def __init__(self, size, shuffle=True, workers=4):\n        super().__init__(data, batch_size=size, shuffle=shuffle, num_workers=workers)\n" +
			"loader = Own(24)\n", "24 @ train.py:6", ""},
		"a class of their own that says no size": {"class Own(DataLoader):\n    def __init__(self, root, few=1):\n        super().__init__(read(root, few), shuffle=True)\n" +
			"loader = Own(root, 8)\n", "?", ""},
		"a class of their own without a constructor": {"class Own(DataLoader):\n    def shape(self):\n        return 3\nloader = Own(data, 8)\n", "8 @ train.py:6", ""},
		"nothing said, whole batches":                {"from elsewhere import Buckets\ndata = Buckets(root, batch_size=8)\nloader = DataLoader(data)\n", "?", "puts batches together"},
	} {
		j := find(t, "-- train.py --\n"+head+c.text+end)
		if got := show(j, dialect.MicroBatch); got != c.want {
			t.Errorf("%s: micro-batch %s, want %s", name, got, c.want)
		}
		if why := j.WhyUnknown(dialect.MicroBatch); !strings.Contains(why, c.why) || (c.why == "") != (why == "") {
			t.Errorf("%s: because %q, want %q", name, why, c.why)
		}
	}
}

// TestPositionalRate: torch.optim.SGD(params, 0.1) says the learning rate, too.
func TestPositionalRate(t *testing.T) {
	for call, want := range map[string]string{
		"torch.optim.SGD(model.parameters(), args.lr, momentum=0.9)": "0.3 default @ train.py:4",
		"torch.optim.Adam(model.parameters(), lr=args.lr)":           "0.3 default @ train.py:4",
		"torch.optim.Adam(model.parameters())":                       "?",
	} {
		j := find(t, "-- train.py --\nimport argparse\nimport torch\np = argparse.ArgumentParser()\np.add_argument('--lr', default=0.3, type=float)\n"+
			"args = p.parse_args()\nmodel = torch.nn.Linear(1, 1)\nopt = "+call+"\n"+
			"for x in torch.utils.data.DataLoader(data, batch_size=8):\n    model(x).backward()\n    opt.step()\n")
		if got := show(j, dialect.LearningRate); got != want {
			t.Errorf("%s: %s, want %s", call, got, want)
		}
	}
}

// TestFetchedWeights: what fetches published weights loads no model, wherever torchvision has kept it.
func TestFetchedWeights(t *testing.T) {
	const script = `from torchvision.models.utils import load_state_dict_from_url
import torch
from torchvision import models


def main():
    net = models.vgg16()
    net.load_state_dict(load_state_dict_from_url("x", model_dir="y"))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for i in range(10):
        loss = net(torch.randn(4, 3, 224, 224)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


main()
`
	jobs := Find(workspace("-- train.py --\n" + script))
	if len(jobs) != 1 {
		t.Fatalf("%d jobs", len(jobs))
	}
	for _, l := range jobs[0].Loads {
		if l.Class != "torchvision.models.vgg16" {
			t.Errorf("%s loads a model", l.Class)
		}
	}
}
