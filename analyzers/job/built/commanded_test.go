package built

import (
	"strings"
	"testing"
)

// commandedScript is trained by Lightning's command line, out of two configs that lie somewhere on somebody's machine.
const commandedScript = `
-- run.sh --
python train.py fit --config /home/me/project/configs/all.yaml --config /home/me/project/configs/small.yaml
-- configs/all.yaml --
data:
  batch_size: 8
model:
  class_path: net.Net
  init_args:
    width: 64
trainer:
  max_epochs: 3
  precision: 32
-- configs/small.yaml --
data:
  batch_size: 2
OPTIMIZER
-- net.py --
import torch
from torch import nn
import lightning as L

class Net(L.LightningModule):
    def __init__(self, width=16):
        super().__init__()
        self.net = nn.Conv2d(3, width, 3)

    def forward(self, x):
        return self.net(x)

    def training_step(self, batch):
        return self(batch[0]).mean()
CONFIGURES
-- train.py --
from lightning.pytorch.cli import LightningCLI
import lightning as L
from torch.utils.data import DataLoader
from torchvision import datasets, transforms as T

class Data(L.LightningDataModule):
    def __init__(self, batch_size=4):
        super().__init__()
        self.batch_size = batch_size

    def train_dataloader(self):
        return DataLoader(datasets.CIFAR10(".", transform=T.ToTensor()), batch_size=self.batch_size)

LightningCLI(datamodule_class=Data)
`

// TestCommanded: what Lightning's command line trains; a later config is laid over an earlier one, and one of them may
// name the optimizer.
func TestCommanded(t *testing.T) {
	const configures = "\n    def configure_optimizers(self):\n        return torch.optim.Adam(self.parameters())\n"
	const config = "optimizer:\n  class_path: torch.optim.AdamW\n  init_args:\n    lr: 0.1\n"
	for name, text := range map[string]string{
		"of the module": strings.NewReplacer("OPTIMIZER", "", "CONFIGURES", configures).Replace(commandedScript),
		"of the config": strings.NewReplacer("OPTIMIZER", config, "CONFIGURES", "").Replace(commandedScript),
	} {
		j := jobOf(t, text)
		if got := said(Of(j)); !strings.Contains(got, "Net 1792") {
			t.Errorf("the optimizer %s: %s", name, got)
		}
		step, gap := Train(j, 0)
		if name == "of the config" {
			continue
		}
		if gap != nil {
			t.Fatalf("the optimizer %s: %v", name, gap)
		}
		if step.Inputs[0] != "2x3x32x32" {
			t.Errorf("the optimizer %s: fed %s", name, step.Inputs[0])
		}
	}
}
