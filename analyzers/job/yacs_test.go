package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestNodes: defaults of a node, what is merged into them, and what nobody knows behind a file that is not there.
func TestNodes(t *testing.T) {
	const files = "-- pkg/config.py --\nfrom yacs.config import CfgNode as CN\n_C = CN()\n_C.EPOCHS = 9\n_C.SOLVER = CN()\n_C.SOLVER.LR = 0.1\n_C.SOLVER.BATCH = 8\n" +
		"cfg = _C\n-- t.yaml --\nSETS: ('a', 'b')\n-- a.yaml --\nSOLVER:\n  BATCH: 32\n-- train.py --\nimport argparse, torch\nfrom pkg.config import cfg\n"
	const train = "net = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=cfg.SOLVER.LR)\n" +
		"for epoch in range(cfg.EPOCHS):\n    for x in torch.utils.data.DataLoader([1], batch_size=cfg.SOLVER.BATCH):\n        o.zero_grad()\n" +
		"        net(x).sum().backward()\n        o.step()\n"
	const options = "p = argparse.ArgumentParser()\np.add_argument('--config-file')\np.add_argument('opts', nargs=argparse.REMAINDER)\na = p.parse_args()\n"
	for name, c := range map[string]struct{ merge, batch, lr, epochs string }{
		"defaults":          {"", "8", "0.1", "9"},
		"a file":            {"cfg.merge_from_file('a.yaml')\n", "32", "0.1", "9"},
		"a file, frozen":    {"cfg.merge_from_file('a.yaml')\ncfg.freeze()\n", "32", "0.1", "9"},
		"a file, not there": {"cfg.merge_from_file('b.yaml')\n", "", "", ""},
		"a list":            {"cfg.merge_from_list(['SOLVER.LR', '0.5', 'EPOCHS', '3'])\n", "8", "0.5", "3"},
		"a tuple in a text": {"cfg.merge_from_file('t.yaml')\nfor one in cfg.SETS:\n    if one not in ('a', 'b'):\n        raise RuntimeError(one)\n", "8", "0.1", "9"},
		"an empty list":     {"cfg.merge_from_list([])\n", "8", "0.1", "9"},
		"an unknown list":   {"import sys\ncfg.merge_from_list(input().split())\n", "", "", ""},
		"a clone":           {"other = cfg.clone()\nother.SOLVER.LR = 7\n", "8", "0.1", "9"},
		"another node":      {"from yacs.config import CfgNode\nmore = CfgNode()\nmore.EPOCHS = 4\ncfg.merge_from_other_cfg(more)\n", "8", "0.1", "4"},
	} {
		t.Run(name, func(t *testing.T) {
			j := find(t, files+c.merge+train)
			if b, l, e := j.Text(dialect.MicroBatch), j.Text(dialect.LearningRate), j.Text(dialect.Epochs); b != c.batch || l != c.lr || e != c.epochs {
				t.Errorf("batch %q, lr %q, epochs %q; want %q, %q, %q", b, l, e, c.batch, c.lr, c.epochs)
			}
		})
	}
	started := "-- run.sh --\npython train.py --config-file a.yaml SOLVER.LR 0.5\n" + files + options + "cfg.merge_from_file(a.config_file)\ncfg.merge_from_list(a.opts)\n" + train
	check(t, find(t, started), map[dialect.Field]string{dialect.MicroBatch: "32 @ a.yaml:2", dialect.LearningRate: "0.5 @ run.sh:1", dialect.Epochs: "9 @ pkg/config.py:3"})
}

// TestFoldersOnThePath: what a program puts on Python's path is where it imports from.
func TestFoldersOnThePath(t *testing.T) {
	const main = "import os, sys\nhere = os.path.dirname(__file__)\nsys.path.insert(0, os.path.join(here, 'parts'))\nfrom settings import BATCH\n"
	const rest = "import torch\nnet = torch.nn.Linear(2, 2)\no = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
		"for x in torch.utils.data.DataLoader([1], batch_size=BATCH):\n    o.zero_grad()\n    net(x).sum().backward()\n    o.step()\n"
	check(t, find(t, "-- train.py --\n"+main+rest+"-- parts/settings.py --\nBATCH = 12\n"), map[dialect.Field]string{dialect.MicroBatch: "12 @ parts/settings.py:1"})
	check(t, find(t, "-- train.py --\nfrom settings import BATCH\n"+rest+"-- parts/settings.py --\nBATCH = 12\n"), map[dialect.Field]string{dialect.MicroBatch: "?"})
}
