package built

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/table"
)

// fedScript trains on what a pipeline makes of one image; %s stand for the image, the pipeline, and the statement that
// the dataset begins with.
const fedScript = `import cv2
import numpy as np
import torch
import albumentations as A
from albumentations.pytorch import ToTensorV2
from PIL import Image
from torch import nn
from torch.utils.data import DataLoader, Dataset
from torchvision import transforms as T
from torchvision.io import ImageReadMode, read_image
from torchvision.transforms import v2

class Own(Dataset):
    def __init__(self, paths):
        self.paths = paths

    def __len__(self):
        return 64

    def __getitem__(self, i):
        img = %s
        %s
        out = torch.as_tensor(out)
        kind = out.element_size() + (100 if out.is_floating_point() else 0)
        return out[None].expand(kind, *out.shape)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return x.float() * self.w

model = Net()
loader = DataLoader(Own(open('paths.txt').readlines()), batch_size=2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    for x in loader:
        loss = model(x).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
`

// kinds are the types of what the script above gives, as the number of times that it repeats it.
var kinds = map[string]string{"uint8": "1", "float16": "102", "float32": "104", "float64": "108"}

// TestPipelines: what torchvision, albumentations and others make of images (testdata/oracle/fed.csv, measured by
// estimator/oracle/fed.py). Of an image whose size is known it has to be the same; of one whose size lies in its file
// the same, or unknown.
func TestPipelines(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/oracle/fed.csv")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 40 {
		t.Fatalf("only %d rows", len(rows))
	}
	answered := 0
	for _, row := range rows {
		kind, size, _ := strings.Cut(row["input"], " ")
		shape := strings.Split(size, "x")
		known := map[string]string{
			"array": "np.zeros((" + strings.Join(shape, ", ") + "), dtype=np.uint8)", "image": "Image.new('RGB', (" + strings.Join(shape, ", ") + "))",
			"tensor": "torch.zeros(" + strings.Join(shape, ", ") + ", dtype=torch.uint8)",
		}[kind]
		want := "2x" + kinds[row["dtype"]] + "x" + row["shape"]
		if got := fedBy(t, known, row["code"]); got != want {
			t.Errorf("%s | %s: %s, want %s", row["input"], row["code"], got, want)
		}
		unknown := map[string]string{
			"array": "cv2.cvtColor(cv2.imread(self.paths[i]), cv2.COLOR_BGR2RGB)", "image": "Image.open(self.paths[i]).convert('RGB')",
			"tensor": "read_image(self.paths[i], ImageReadMode.RGB)",
		}[kind]
		if kind == "array" && (len(shape) != 3 || shape[2] != "3") { // what OpenCV reads has three channels
			continue
		}
		if len(shape) != 3 && kind != "image" {
			continue
		}
		switch got := fedBy(t, unknown, row["code"]); {
		case got == want:
			answered++
		case !strings.HasPrefix(got, "? ") || strings.Contains(got, "raises"):
			t.Errorf("a file | %s: %s, want %s or unknown", row["code"], got, want)
		}
	}
	if answered < 25 {
		t.Errorf("%d pipelines make a known size of files, 25 did", answered)
	}
}

// fedBy is what a model is given by a pipeline, or "? " and why nobody knows.
func fedBy(t *testing.T, image, code string) string {
	t.Helper()
	step, gap := Train(jobOf(t, "\n-- train.py --\n"+fmt.Sprintf(fedScript, image, code)), 0)
	if gap != nil {
		return "? " + gap.Reason
	}
	return step.Inputs[0]
}

// TestPipelinesThatNobodyKnows: what newer releases change beside images, and what chance puts into an order, is not
// known.
func TestPipelinesThatNobodyKnows(t *testing.T) {
	for _, code := range []string{
		"out = A.Compose([A.Resize(20, 30)])(images=np.stack([img, img]))['images']", "out = A.Resize(20, 30)(image=img, volume=np.stack([img, img]))['volume']",
		"out = v2.RandomOrder([v2.CenterCrop(40), v2.Resize((8, 9))])(torch.zeros(3, 48, 64))", "out = T.RandomOrder([T.CenterCrop(40), T.Resize((8, 9))])(torch.zeros(3, 48, 64))",
		"out = torch.zeros((-np.array([True, False])).sum() + 9)",
	} {
		if got := fedBy(t, "np.zeros((64, 48, 3), dtype=np.uint8)", code); !strings.HasPrefix(got, "? ") || strings.Contains(got, "raises") {
			t.Errorf("%s: %s", code, got)
		}
	}
	if got, want := fedBy(t, "np.zeros((64, 48, 3), dtype=np.uint8)", "out = torch.zeros(int((~np.array([True, False, False])).sum()) + 10)"), "2x104x12"; got != want {
		t.Errorf("what is not true, counted: %s, want %s", got, want)
	}
}
