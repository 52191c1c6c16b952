package built

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// imageScript trains on what a dataset makes of an image's file; MADE stands for that.
const imageScript = `
-- train.py --
import random
import cv2
import numpy as np
import torch
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision.transforms import functional as TF

def dense(mask):
    out = np.zeros_like(mask)
    for i, value in enumerate(np.unique(mask)):
        where = np.where(mask == value)
        out[where] = i
    return out

class Images(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, i):
        image = cv2.cvtColor(cv2.imread("image.jpg"), cv2.COLOR_BGR2RGB)
        image = cv2.resize(image, (48, 64))
        photo = Image.open("image.jpg").convert("RGB")
        MADE
        return image

net = nn.Conv2d(3, 4, 3, padding=1).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x in DataLoader(Images(), batch_size=8):
    share = random.random()
    loss = (share * net(x.cuda()) + (1 - share)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`

// TestImagesOfArrays: what numpy, OpenCV and torchvision's functions make of images, as far as their sizes go.
func TestImagesOfArrays(t *testing.T) {
	tensorOf := func(made string) string { return made + "; image = torch.from_numpy(image).permute(2, 0, 1).float()" }
	for made, want := range map[string]string{
		tensorOf("image = np.round((image - np.min(image)) / np.ptp(image), 4)"):                              "8x3x64x48",
		tensorOf("image = cv2.medianBlur(image, 3)"):                                                          "8x3x64x48",
		tensorOf("image = cv2.warpAffine(image, np.eye(3), (20, 30))"):                                        "8x3x30x20",
		tensorOf("image = cv2.copyMakeBorder(image, 1, 2, 3, 4, 0)"):                                          "8x3x67x55",
		tensorOf("image = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)"):                                        "8x3x48x64",
		tensorOf("image = cv2.rotate(image, cv2.ROTATE_180)"):                                                 "8x3x64x48",
		tensorOf("image = cv2.merge(cv2.split(image))"):                                                       "8x3x64x48",
		tensorOf("image = np.rot90(image, 1)"):                                                                "8x3x48x64",
		tensorOf("image = np.rot90(image[:48], random.randint(0, 3))"):                                        "8x3x48x48",
		tensorOf("image = np.rot90(image, random.randint(0, 3))"):                                             "?",
		tensorOf("image = np.swapaxes(image, 0, 1)"):                                                          "8x3x48x64",
		"image = torch.from_numpy(np.rollaxis(image, 2)).float()":                                             "8x3x64x48",
		tensorOf("image = dense(image)"):                                                                      "8x3x64x48",
		tensorOf("image = cv2.filter2D(image, -1, None)"):                                                     "8x3x64x48",
		tensorOf("image = cv2.filter2D(image, 5, None)"):                                                      "?",
		"x = random.randint(0, photo.width - 32); image = TF.to_tensor(photo.crop((x, 4, x + 32, 4 + 16)))":   "8x3x16x32",
		"x = random.randint(0, 9); y = random.randint(0, 9); image = TF.to_tensor(photo.crop((x, 4, y, 20)))": "?",
		"image = TF.affine(TF.to_tensor(photo.resize((8, 9))), random.choice([0, 90]), (0, 0), 1.0, 0.0)":     "8x3x9x8",
		"image = TF.rotate(TF.to_tensor(photo.resize((8, 9))), random.uniform(-9, 9))":                        "8x3x9x8",
		"image = TF.rotate(TF.to_tensor(photo.resize((8, 9))), 30, expand=True)":                              "?",
		"image = TF.to_grayscale(TF.to_tensor(photo.resize((8, 9))), 3)":                                      "8x3x9x8",
		"n = random.sample([1, 2, 3], 2); image = torch.zeros(3, 2 * len(n), 8)":                              "8x3x4x8",
		"n = random.choices([4, 5], k=6); image = torch.zeros(3, len(n), 8)":                                  "8x3x6x8",
		"n = random.choice([4, 5]); image = torch.zeros(3, n, 8)":                                             "?",
	} {
		step, gap := Train(jobOf(t, strings.Replace(imageScript, "MADE", made, 1)), 0)
		got := "?"
		if gap == nil {
			got = step.Inputs[0]
		} else if strings.Contains(gap.Reason, "raises") {
			got = gap.Reason
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%v)", made, got, want, gap)
		}
	}
}

// TestPrecisionOfASwitch: what a step casts to, where a function that trains and evaluates is handed a switch.
func TestPrecisionOfASwitch(t *testing.T) {
	const script = `
-- train.py --
import torch
from torch import nn
def epoch(net, optimizer, amp=False):
    for _ in range(10):
        with torch.autocast("cuda", SETTINGS):
            loss = net(torch.randn(8, 4, device="cuda")).mean()
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
net = nn.Linear(4, 2).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
epoch(net, optimizer, amp=SWITCH and device.type == "cuda")
epoch(net, None)
`
	for settings, want := range map[string]map[string]tensor.DType{
		"enabled=amp":                       {"True": tensor.Float16, "False": tensor.NoDType},
		"dtype=torch.bfloat16, enabled=amp": {"True": tensor.BFloat16, "False": tensor.NoDType},
		"torch.bfloat16, amp":               {"True": tensor.BFloat16, "False": tensor.NoDType},
		"torch.float16, True":               {"True": tensor.Float16, "False": tensor.Float16},
	} {
		for on, cast := range want {
			text := strings.Replace(strings.Replace(script, "SETTINGS", settings, 1), "SWITCH", on, 1)
			step, gap := Train(jobOf(t, text), 0)
			if gap != nil || step.Casts != cast || step.Mixed {
				t.Errorf("%s with %s: %v, want %v (%v)", settings, on, step.Casts, cast, gap)
			}
		}
	}
}

// TestFilledBeforehand: tensors that lie on the card and are filled with what the host has stay as large; what comes of
// something unknown that nobody says lies on the host ends the answer.
func TestFilledBeforehand(t *testing.T) {
	const script = `
-- train.py --
import numpy as np
import torch
from torch import nn
from game import screens
net = nn.Linear(4, 2).cuda()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x = torch.zeros(8, 4).cuda()
for _ in range(10):
    x.data.copy_(FROM)
    loss = net(x).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for from, want := range map[string]bool{"torch.from_numpy(screens())": true, "screens()": false, "torch.from_numpy(screens()).cuda()": false} {
		step, gap := Train(jobOf(t, strings.Replace(script, "FROM", from, 1)), 0)
		if (gap == nil) != want || want && step.Inputs[0] != "8x4" {
			t.Errorf("%s: %v", from, gap)
		}
	}
}

// TestConfiguredOptimizer: a config names a class by the module that defines it.
func TestConfiguredOptimizer(t *testing.T) {
	const script = `
-- conf/main.yaml --
optimizer:
  _target_: TARGET
  lr: 0.1
-- train.py --
import hydra
import torch
from torch import nn
@hydra.main(version_base=None, config_path="conf", config_name="main")
def main(cfg):
    net = nn.Linear(4, 2).cuda()
    optimizer = hydra.utils.instantiate(cfg.optimizer, params=net.parameters())
    for _ in range(10):
        loss = net(torch.randn(8, 4, device="cuda")).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
main()
`
	for target, want := range map[string]string{
		"torch.optim.AdamW": "adamw", "torch.optim.adamw.AdamW": "adamw", "torch.optim.rmsprop.RMSprop": "rmsprop", "torch.optim.nothing.Adam": "",
	} {
		step, gap := Train(jobOf(t, strings.Replace(script, "TARGET", target, 1)), 0)
		if (gap == nil) != (want != "") || gap == nil && step.Updates != want {
			t.Errorf("%s: %+v (%v)", target, step, gap)
		}
	}
}

// TestFieldsOfPydantic: what a Lightning module keeps of a model of pydantic's decides nothing about its layers.
func TestFieldsOfPydantic(t *testing.T) {
	const script = `
-- train.py --
import pytorch_lightning as pl
import torch
from pydantic import BaseModel, Field
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

class Config(BaseModel):
    width: int = Field(ge=1, default=6)
    lr: float = 0.1

class Net(pl.LightningModule):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.a = nn.Linear(4, config.width)
        self.save_hyperparameters(config.KEPT)

    def training_step(self, batch, i):
        return self.a(batch[0]).mean()

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=self.config.lr)

trainer = pl.Trainer(max_epochs=1)
trainer.fit(Net(Config()), DataLoader(TensorDataset(torch.zeros(100, 4)), batch_size=8))
`
	for _, kept := range []string{"dict()", "model_dump()"} {
		step, gap := Train(jobOf(t, strings.Replace(script, "KEPT", kept, 1)), 0)
		if gap != nil || step.Models[0].Parameters != 30 || step.Inputs[0] != "" && step.Inputs[0] != "8x4" {
			t.Errorf("%s: %+v (%v)", kept, step, gap)
		}
	}
}
