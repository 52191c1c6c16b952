package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestFactoryOptimizers: timm's factory is told the optimizer by a name, case and underscores aside; momentum is 0.9
// where create_optimizer_v2 is told none, and create_optimizer reads all of it off the options.
func TestFactoryOptimizers(t *testing.T) {
	const script = "-- train.py --\nimport argparse\nimport torch\nfrom timm.optim import create_optimizer, create_optimizer_v2\n" +
		"from installed import data, word\nnet = torch.nn.Linear(2, 2)\n"
	const loop = "for x in data:\n    net(x).sum().backward()\n    opt.step()\n    opt.zero_grad()\n"
	options := func(more string) string {
		return "p = argparse.ArgumentParser()\np.add_argument('--opt', default='sgd')\np.add_argument('--lr', type=float, default=0.5)\n" +
			more + "opt = create_optimizer(p.parse_args(), net)\n"
	}
	for name, c := range map[string]struct{ text, kind, impl, lr string }{
		"a word":                    {"opt = create_optimizer_v2(net, 'adamw', 0.1)\n", "adamw", "", "0.1"},
		"by keywords":               {"opt = create_optimizer_v2(net, opt='AdamW', lr=0.1)\n", "adamw", "", "0.1"},
		"fused":                     {"opt = create_optimizer_v2(net, opt='fused_adamw', lr=0.1)\n", "adamw", "fused", "0.1"},
		"one that nobody knows":     {"opt = create_optimizer_v2(net, opt=word, lr=0.1)\n", "", "", "0.1"},
		"one that is none":          {"opt = create_optimizer_v2(net, opt='best', lr=0.1)\n", "", "", "0.1"},
		"its own momentum":          {"opt = create_optimizer_v2(net, opt='sgd', lr=0.1)\n", "sgd-momentum", "", "0.1"},
		"no momentum":               {"opt = create_optimizer_v2(net, opt='sgd', lr=0.1, momentum=0)\n", "sgd", "", "0.1"},
		"a momentum":                {"opt = create_optimizer_v2(net, opt='rmsprop', lr=0.1, momentum=0.8)\n", "rmsprop-momentum", "", "0.1"},
		"options of who knows what": {"import installed\nopt = create_optimizer(installed.options, net)\n", "", "", ""},
		"options beside it":         {"opt = create_optimizer_v2(net, opt='sgd', lr=0.1, **word)\n", "", "", "0.1"},
		"a momentum nobody knows":   {"opt = create_optimizer_v2(net, opt='sgd', lr=0.1, momentum=float(word))\n", "", "", "0.1"},
		"options":                   {options("p.add_argument('--momentum', type=float, default=0.9)\n"), "sgd-momentum", "", "0.5"},
		"options without momentum":  {options("p.add_argument('--momentum', type=float, default=0.0)\n"), "sgd", "", "0.5"},
	} {
		j := find(t, script+c.text+loop)
		kind, impl, lr := j.Text(dialect.Optimizer), j.Text(dialect.OptimizerImpl), j.Text(dialect.LearningRate)
		if kind != c.kind || impl != c.impl || lr != c.lr {
			t.Errorf("%s: optimizer %q, implementation %q, rate %q", name, kind, impl, lr)
		}
	}
}

// TestSizeOfAlbumentations: albumentations takes a height before a width, and RandomSizedCrop a range of heights before
// both.
func TestSizeOfAlbumentations(t *testing.T) {
	const script = "-- train.py --\nimport albumentations as A\nimport torch\nfrom installed import Photos, side\n" +
		"net = torch.nn.Conv2d(3, 4, 3)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
	const loop = "for x in torch.utils.data.DataLoader(Photos(go), batch_size=4):\n    net(x).sum().backward()\n    opt.step()\n    opt.zero_grad()\n"
	for transform, want := range map[string]string{
		"A.Resize(256, 192)":                                   "256x192",
		"A.Resize(64, 64)":                                     "64",
		"A.RandomCrop(width=96, height=128)":                   "128x96",
		"A.RandomSizedCrop((100, 200), 128, 96)":               "128x96",
		"A.RandomSizedCrop((100, 200), height=128, width=96)":  "128x96",
		"A.RandomSizedCrop((100, 200), (128, 96))":             "128x96",
		"A.RandomSizedCrop((100, 200), size=(128, 96))":        "128x96",
		"A.RandomResizedCrop(size=(128, 96))":                  "128x96",
		"A.RandomResizedCrop(128, 96)":                         "128x96",
		"A.Compose([A.Resize(64, 96), A.HorizontalFlip(0.5)])": "64x96",
		"A.Resize(64, side)":                                   "",
		"A.Resize(side, 64)":                                   "",
		"A.Resize(0, 64)":                                      "",
		"A.Resize(64, 0)":                                      "",
		"A.HorizontalFlip(0.5)":                                "",
	} {
		if got := find(t, script+"go = "+transform+"\n"+loop).Text(dialect.ImageSize); got != want {
			t.Errorf("%s: %q, want %q", transform, got, want)
		}
	}
}
