package model

import "testing"

// TestLightningModule: it is a module, and its hparams are what its constructor was given.
func TestLightningModule(t *testing.T) {
	const class = "(pl.LightningModule):\n    def __init__(self, width=4, depth=2, lr=1e-3):\n        super().__init__()\n"
	for name, text := range map[string]string{
		"all":      class + "        self.save_hyperparameters()\n        n, d = self.hparams.width, self.hparams['depth']\n",
		"ignored":  class + "        self.save_hyperparameters(ignore=['lr'], logger=False)\n        n, d = self.hparams.get('width'), self.hparams.depth\n        assert 'lr' not in self.hparams\n",
		"some":     class + "        self.save_hyperparameters('width')\n        n, d = self.hparams.width, depth\n        assert not hasattr(self.hparams, 'depth')\n",
		"set":      class + "        width = 2 * width // 2\n        self.save_hyperparameters()\n        self.hparams.depth = 2\n        n, d = self.hparams.width, self.hparams.depth\n",
		"updated":  class + "        self.hparams.update(dict(width=width, depth=0))\n        self.hparams.update(depth=depth)\n        n, d = self.hparams.width, self.hparams.setdefault('depth', 7)\n        assert len(self.hparams) == 2 and self.hparams.pop('width') == n and list(self.hparams) == ['depth']\n",
		"no saved": class + "        n, d = width, depth\n        assert len(self.hparams.keys()) == 0\n",
	} {
		text = "import pytorch_lightning as pl\nimport torch.nn as nn\nclass Net" + text +
			"        self.log('a', 1)\n        self.net = nn.Sequential(*[nn.Linear(n, n) for _ in range(d)])\n    def forward(self, x):\n        return self.net(x)\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "2x4")})
		if err != nil || len(a.Unknown) > 0 || a.Parameters != 2*20 {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// TestMetricsAndTypes: a metric of one's own keeps its counts beside the parameters, and Python's types stand for
// torch's.
func TestMetricsAndTypes(t *testing.T) {
	const text = "import torch\nimport torch.nn as nn\nfrom torchmetrics import Metric\nclass Counts(Metric):\n    def __init__(self, n):\n        super().__init__()\n" +
		"        self.add_state('hits', default=torch.zeros(n), dist_reduce_fx='sum')\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		"        self.counts = Counts(3)\n        assert self.counts.hits.shape == (3,)\n        at = torch.arange(0, 4, dtype=int)\n        assert at.dtype == torch.int64\n" +
		"        assert torch.zeros(2, dtype=float).dtype == torch.float64 and torch.ones(2, dtype=bool).dtype == torch.bool\n        self.net = nn.Linear(4, 4)\n" +
		"    def forward(self, x):\n        return self.net(x)\n"
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "2x4")})
	if err != nil || len(a.Unknown) > 0 || a.Parameters != 20 {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestMetricsOfTorch: what counts keeps nothing of a step, one by one or several together; what may have a graph ends
// the answer.
func TestMetricsOfTorch(t *testing.T) {
	for made, ends := range map[string]bool{
		"torchmetrics.MetricCollection([torchmetrics.Accuracy(task='multiclass', num_classes=4), torchmetrics.F1Score(task='multiclass', num_classes=4)])": false,
		"torchmetrics.MetricCollection({'a': torchmetrics.Accuracy(task='multiclass', num_classes=4)}).clone(prefix='a')":                                  false,
		"torchmetrics.MetricCollection(torchmetrics.Accuracy(), torchmetrics.AUROC(task='multiclass', num_classes=4))":                                     true,
		"lambda x, y: torchmetrics.functional.accuracy(x, y, task='multiclass', num_classes=4)":                                                            false,
		"lambda x, y: torchmetrics.functional.classification.multiclass_jaccard_index(x, y, 4)":                                                            false,
		"lambda x, y: torchmetrics.functional.structural_similarity_index_measure(x, y)":                                                                   true,
	} {
		text := "import torch, torchmetrics\nimport torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.net = nn.Linear(4, 4)\n        self.metric = " +
			made + "\n    def forward(self, x):\n        out = self.net(x)\n        self.metric(out, torch.zeros(2, dtype=torch.long))\n        return out\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "2x4")})
		if err != nil || a.Parameters != 20 || a.Ran == ends {
			t.Errorf("%s: %+v, %v", made, a, err)
		}
	}
}
