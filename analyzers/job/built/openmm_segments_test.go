package built

import (
	"fmt"
	"testing"
)

// segments is a network that tells what each pixel is, by the code of its framework.
const segments = zoo + `
-- zoo/segments.py --
import torch.nn.functional as F
from torch import nn
from .builder import MODELS
@MODELS.register_module()
class Maps(nn.Module):
    def __init__(self, width, num_classes):
        super().__init__()
        self.conv_seg = nn.Conv2d(width, num_classes, 1)
    def forward(self, x):
        return self.conv_seg(x[-1])
@MODELS.register_module()
class Segmentor(nn.Module):
    def __init__(self, backbone, decode_head):
        super().__init__()
        self.backbone = MODELS.build(backbone)
        self.decode_head = MODELS.build(decode_head)
    def forward_train(self, img, img_metas, gt_semantic_seg):
        said = self.decode_head(self.backbone(img))
        said = F.interpolate(said, size=gt_semantic_seg.shape[2:], mode='bilinear')
        loss = F.cross_entropy(said, gt_semantic_seg.squeeze(1), reduction='none')
        return {'decode.loss_seg': loss.mean(), 'decode.acc_seg': said.max(1)[0].mean()}
`

// TestSegments: the step of a segmentor is that of its own code, on crops of the size that its pipeline makes, and
// takes what the same loop takes that is written out.
func TestSegments(t *testing.T) {
	const config = "pipeline = [dict(type='LoadImageFromFile'), dict(type='Resize', img_scale=(2048, 512), ratio_range=(0.5, 2.0)), " +
		"dict(type='RandomCrop', crop_size=(32, 64)), dict(type='Pad', size=(32, 64))]\n" +
		"data = dict(train=dict(_delete_=True, type='ADE20KDataset', pipeline=pipeline))\n" +
		"model = dict(_delete_=True, type='Segmentor', backbone=dict(type='Stages', widths=[8, 16]), " +
		"decode_head=dict(type='Maps', width=16, num_classes=5))\n"
	const written = "\n-- train.py --\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n" +
		"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		"        self.a, self.na = nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(8)\n" +
		"        self.b, self.nb = nn.Conv2d(8, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16)\n" +
		"        self.conv_seg = nn.Conv2d(16, 5, 1)\n" +
		"    def forward(self, img, gt):\n" +
		"        x = F.relu(self.na(self.a(img)), inplace=True)\n        x = F.relu(self.nb(self.b(x)), inplace=True)\n" +
		"        said = F.interpolate(self.conv_seg(x), size=gt.shape[2:], mode='bilinear')\n" +
		"        loss = F.cross_entropy(said, gt.squeeze(1), reduction='none')\n" +
		"        return {'loss': loss.mean(), 'acc': said.max(1)[0].mean()}\n" +
		"def loss_of(model):\n" +
		"    img = torch.zeros(2, 3, 32, 64, device='cuda')\n" +
		"    losses = model(img, torch.zeros(2, 1, 32, 64, dtype=torch.long, device='cuda'))\n" +
		"    return losses['loss'].sum()\n" +
		"model = Net()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(100):\n" +
		"    loss = loss_of(model)\n    opt.zero_grad(set_to_none=True)\n    loss.backward()\n    opt.step()\n"
	want, gap := Train(jobOf(t, written), 0)
	if gap != nil {
		t.Fatal(gap)
	}
	got, gap := Train(jobOf(t, fmt.Sprintf(segments, "", "", config)), 0)
	if gap != nil {
		t.Fatal(gap)
	}
	off := float64(got.Backward.Bytes)/float64(want.Backward.Bytes) - 1
	if off < -0.001 || off > 0.001 || got.Weights != want.Weights {
		t.Errorf("%d bytes and weights of %d, written out %d and %d", got.Backward.Bytes, got.Weights, want.Backward.Bytes, want.Weights)
	}
}
