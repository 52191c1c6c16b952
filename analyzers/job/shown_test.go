package job

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// lit is a training with Lightning whose parts lie in packages.
const lit = `-- parts/loading.py --
import lightning as L
from torch.utils.data import DataLoader
class Data(L.LightningDataModule):
    def __init__(self, batch_size=8):
        super().__init__()
        self.batch_size = batch_size
    def train_dataloader(self):
        return DataLoader([], batch_size=self.batch_size)
-- nets/net.py --
import lightning as L
import torch
class Net(L.LightningModule):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-3)
-- go.py --
import torch
import lightning as L
from parts import Data
from nets import Net
trainer = L.Trainer(max_epochs=2)
trainer.fit(Net(torch.nn.Linear(3, 4)), datamodule=Data(batch_size=16))
`

// TestShownByPackage: a package shows what its files define, and that is where a script's parts stand.
func TestShownByPackage(t *testing.T) {
	for name, c := range map[string]struct{ parts, nets, batch, optimizer string }{
		"by its own name":     {"from parts.loading import Data", "from nets.net import Net", "16 @ go.py:6", "adamw @ nets/net.py:8"},
		"relative":            {"from .loading import Data", "from .net import Net", "16 @ go.py:6", "adamw @ nets/net.py:8"},
		"by the module":       {"from . import loading\nfrom .loading import *", "from .net import *", "16 @ go.py:6", "adamw @ nets/net.py:8"},
		"among others":        {"import os\nfrom .loading import (\n    Data,\n)", "from .net import Other, Net", "16 @ go.py:6", "adamw @ nets/net.py:8"},
		"nothing of the name": {"from .loading import Other", "from .net import Other", "?", "?"},
	} {
		j := find(t, lit+"-- parts/__init__.py --\n"+c.parts+"\n-- nets/__init__.py --\n"+c.nets+"\n")
		if got := show(j, dialect.MicroBatch) + ", " + show(j, dialect.Optimizer); got != c.batch+", "+c.optimizer {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestEverythingFromTheProject: what a module imports is there for all that import everything from it.
func TestEverythingFromTheProject(t *testing.T) {
	script := "from common import *\n" + strings.TrimPrefix(plain, "import argparse, torch\nfrom torch.utils.data import DataLoader\nfrom transformers import AutoModelForCausalLM\n")
	const imports = "import argparse, torch\nfrom torch.utils.data import DataLoader\nfrom transformers import AutoModelForCausalLM\n"
	for _, common := range map[string]string{
		"imported":        imports,
		"through another": "from base import *\n-- base.py --\n" + imports,
	} {
		check(t, find(t, "-- train.py --\n"+script+"-- common.py --\n"+common), map[dialect.Field]string{
			dialect.MicroBatch: "4 @ train.py:8", dialect.Optimizer: "adamw @ train.py:4", dialect.Method: "full default @ train.py:10"})
	}
	j := find(t, "-- go.py --\nfrom common import *\nif __name__ == '__main__':\n    trainer = L.Trainer(max_epochs=2, precision='16-mixed')\n"+
		"    trainer.fit(Net(torch.nn.Linear(3, 4)), datamodule=Data(16))\n-- common.py --\nimport torch\nimport lightning as L\nfrom nets.net import Net\nfrom parts.loading import Data\n"+
		strings.Split(lit, "-- go.py --")[0])
	if j.Framework != Lightning {
		t.Errorf("%s is no Lightning", j.Framework)
	}
	check(t, j, map[dialect.Field]string{dialect.Precision: "amp-fp16 @ go.py:3", dialect.Epochs: "2 @ go.py:3"})
}

// TestLengthByItsName: the option for the length of texts goes by several names where a library's model reads them.
func TestLengthByItsName(t *testing.T) {
	option := strings.Replace(plain, "    args = parser", "    parser.add_argument(\"--seq_len\", type=int, default=256)\n    args = parser", 1)
	own := strings.Replace(option, "AutoModelForCausalLM.from_pretrained(\"gpt2\", torch_dtype=torch.bfloat16)", "torch.nn.LSTM(4, 4)", 1)
	check(t, find(t, "-- train.py --\n"+option), map[dialect.Field]string{dialect.SeqLen: "256 @ train.py:11"})
	check(t, find(t, "-- train.py --\n"+own), map[dialect.Field]string{dialect.SeqLen: "?"})
	unfed := strings.NewReplacer("DataLoader(data, batch_size=args.bs)", "batches(args.micro_batch)", "\"--bs\"", "\"--micro_batch\"").Replace(plain)
	check(t, find(t, "-- train.py --\n"+strings.Replace(unfed, "from torch.utils.data import DataLoader\n", "", 1)), map[dialect.Field]string{dialect.MicroBatch: "4 default @ train.py:9"})
}

// TestInsideFolder: a page's command is meant for the one folder in which its script lies, and so are its configs; a
// config that is called as the only such file is that one.
func TestInsideFolder(t *testing.T) {
	script := strings.NewReplacer("\"--bs\", type=int, default=4", "\"--config\"", "import argparse, torch", "import argparse, json, torch",
		"args = parser.parse_args()", "args = json.load(open(parser.parse_args().config))", "args.bs", "args['bs']").Replace(plain)
	const config = "-- code/conf/a.json --\n{\"bs\": 6}\n"
	page := func(command string) string { return "-- README.md --\n# Training\n```bash\n" + command + "\n```\n" }
	for name, c := range map[string]struct{ files, batch string }{
		"a module":          {page("python -m src.train --config conf/a.json") + config + "-- code/src/train.py --\n" + script, "6 @ code/conf/a.json:1"},
		"a path":            {page("python src/train.py --config conf/a.json") + config + "-- code/src/train.py --\n" + script, "6 @ code/conf/a.json:1"},
		"where configs lie": {page("python code/src/train.py --config a.json") + config + "-- code/src/train.py --\nfrom pathlib import Path\n" + strings.Replace(script, "open(parser.parse_args().config)", "open(Path('code/conf') / parser.parse_args().config)", 1), "6 @ code/conf/a.json:1"},
	} {
		j := find(t, c.files)
		if got := show(j, dialect.MicroBatch); got != c.batch || j.Launch == nil || j.Name != "README.md:3" {
			t.Errorf("%s: %s of %s", name, got, j.Name)
		}
	}
	for _, j := range Find(workspace(page("python -m src.train --config conf/a.json") + "-- code/src/train.py --\n" + script + "-- other/src/train.py --\n" + script)) {
		if j.Launch != nil {
			t.Errorf("%s: there are two such scripts", j.Name)
		}
	}
}
