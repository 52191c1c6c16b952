package built

import "testing"

// TestResumed: a model that is loaded in place of another only where an earlier run has left it is no second one, and
// what the program began with is what is built. One that is loaded from elsewhere, or beside what is trained, still
// leaves the estimate open.
func TestResumed(t *testing.T) {
	const before = `
-- train.py --
import os
import torch
from diffusers import UNet2DModel
from torchvision import datasets, transforms

folder = "last"
model = UNet2DModel(sample_size=8, in_channels=3, out_channels=3, layers_per_block=1, norm_num_groups=4,
    block_out_channels=(8, 8), down_block_types=("DownBlock2D", "DownBlock2D"), up_block_types=("UpBlock2D", "UpBlock2D"))
`
	const after = `
model.to("cuda")
data = datasets.Flowers102(".", transform=transforms.Compose([transforms.Resize((8, 8)), transforms.ToTensor()]))
optimizer = torch.optim.Adam(model.parameters())
for images, labels in torch.utils.data.DataLoader(data, batch_size=4):
    loss = model(images, torch.randint(0, 10, (4,))).sample.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`
	for _, c := range []struct {
		name, load string
		known      bool
	}{
		{"nothing", "", true},
		{"under the question", "if os.path.exists(folder) and os.path.isdir(folder):\n    model = UNet2DModel().from_pretrained(folder)\n", true},
		{"of the class", "if os.path.isdir(folder):\n    model = UNet2DModel.from_pretrained(folder)\n", true},
		{"another folder", "if os.path.isdir('other'):\n    model = UNet2DModel.from_pretrained(folder)\n", false},
		{"nothing there", "if not os.path.isdir(folder):\n    model = UNet2DModel.from_pretrained(folder)\n", false},
		{"beside", "if os.path.isdir(folder):\n    teacher = UNet2DModel.from_pretrained(folder)\n", false},
	} {
		j := jobOf(t, before+c.load+after)
		models := Of(j)
		if models == nil || len(models.List) == 0 {
			t.Fatalf("%s: no model", c.name)
		}
		step, gap := Train(j, 0)
		if known := models.Open() == nil && gap == nil; known != c.known {
			t.Errorf("%s: %v, %+v", c.name, models.Open(), gap)
		} else if known && step.Inputs[0] != "4x3x8x8, 4" {
			t.Errorf("%s: %+v", c.name, step)
		}
	}
}
