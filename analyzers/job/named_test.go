package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestNamed: the classes that a config names are made with its values: by Hydra's instantiate, and by Lightning's
// command line.
func TestNamed(t *testing.T) {
	const parts = "-- src/parts.py --\nimport torch\nfrom lightning import LightningDataModule, LightningModule\n" +
		"class Data(LightningDataModule):\n    def __init__(self, batch_size=64):\n        self.batch_size = batch_size\n" +
		"    def train_dataloader(self):\n        return torch.utils.data.DataLoader(data, batch_size=self.batch_size)\n" +
		"class Net(LightningModule):\n    def __init__(self, lr=1.0):\n        self.lr = lr\n        self.layer = torch.nn.Linear(2, 2)\n" +
		"    def configure_optimizers(self):\n        return torch.optim.SGD(self.parameters(), lr=self.lr, momentum=0.9)\n"
	const composed = "-- run.sh --\npython train.py data=big trainer.accumulate_grad_batches=4\n-- train.py --\nimport hydra\nfrom lightning import Trainer\n" +
		"@hydra.main(version_base=None, config_path='conf', config_name='main')\ndef main(cfg):\n    data = hydra.utils.instantiate(cfg.data)\n" +
		"    net = hydra.utils.instantiate(cfg.model, lr=0.5)\n    trainer: Trainer = hydra.utils.instantiate(cfg.trainer)\n    trainer.fit(net, data)\nmain()\n" +
		"-- conf/main.yaml --\ndefaults:\n  - data: small\nmodel:\n  _target_: src.parts.Net\n  lr: 0.1\ntrainer:\n  _target_: lightning.Trainer\n  precision: bf16-mixed\n  accumulate_grad_batches: 2\n" +
		"-- conf/data/small.yaml --\n_target_: src.parts.Data\nbatch_size: 8\n-- conf/data/big.yaml --\n_target_: src.parts.Data\nbatch_size: 32\n"
	const commanded = "-- run.sh --\npython main.py fit --config cfg/a.yaml\npython main.py test --config cfg/a.yaml\n" +
		"-- main.py --\nfrom lightning.pytorch.cli import LightningCLI\nLightningCLI()\n" +
		"-- cfg/a.yaml --\ntrainer:\n  precision: 16-mixed\nmodel:\n  class_path: src.parts.Net\n  init_args:\n    lr: 0.2\ndata:\n  class_path: src.parts.Data\n  init_args:\n    batch_size: 16\n"
	for name, c := range map[string]struct{ text, want string }{
		"Hydra":                    {composed, "32 @ conf/data/big.yaml:2 sgd-momentum 0.5 amp-bf16 4"},
		"Lightning's command line": {commanded, "16 @ cfg/a.yaml:10 sgd-momentum 0.2 amp-fp16 1"},
	} {
		j := find(t, c.text+parts)
		got := show(j, dialect.MicroBatch) + " " + j.Text(dialect.Optimizer) + " " + j.Text(dialect.LearningRate) + " " + j.Text(dialect.Precision) + " " + j.Text(dialect.Accumulation)
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestCopiesOfOne: a model that a script takes from the disk where it finds it there, and else from the hub under the
// same name, is that of the hub; one that is called otherwise may be another.
func TestCopiesOfOne(t *testing.T) {
	for local, want := range map[string]string{
		"models/Tiny-1B": "owner/Tiny-1B",
		"cache/models--owner--tiny-1b/snapshots/0a1": "owner/Tiny-1B",
		`D:\models\Tiny-1B`:                          "owner/Tiny-1B",
		"models/Tiny-3B":                             "",
		"models/mine":                                "",
		"cache/models--owner/snapshots/0a1":          "",
	} {
		j := find(t, "-- run.sh --\npython train.py\n-- train.py --\nimport os\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"+
			"path = r'"+local+"'\nif not os.path.exists(path):\n    path = 'owner/Tiny-1B'\n"+
			"model = AutoModelForCausalLM.from_pretrained(path)\nTrainer(model=model, args=TrainingArguments('out'), train_dataset=data).train()\n")
		if got := j.Text(dialect.Model); got != want {
			t.Errorf("%s: %q, want %q", local, got, want)
		}
	}
}

// TestNameAsAPath: a name that is looked for on the disk and then given on as a path is the same name.
func TestNameAsAPath(t *testing.T) {
	for other, want := range map[string]string{
		"str(Path(name).expanduser())": "owner/Tiny-1B", "str(Path(name))": "owner/Tiny-1B", "str(Path('owner') / 'Tiny-3B')": "", "str(Path(folder))": "",
	} {
		j := find(t, "-- run.sh --\npython train.py\n-- train.py --\nimport os\nfrom pathlib import Path\nfrom transformers import AutoModelForCausalLM, Trainer, TrainingArguments\n"+
			"name = 'owner/Tiny-1B'\nfolder = os.environ['FOLDER']\nfound = "+other+" if Path(name).exists() else name\n"+
			"model = AutoModelForCausalLM.from_pretrained(found)\nTrainer(model=model, args=TrainingArguments('out'), train_dataset=data).train()\n")
		if got := j.Text(dialect.Model); got != want {
			t.Errorf("%s: %q, want %q", other, got, want)
		}
	}
}
