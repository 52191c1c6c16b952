package built

import (
	"fmt"
	"strings"
	"testing"
)

// zoo is a framework of registries and configs in Python: a network that tells videos apart, and a detector.
const zoo = `
-- run.sh --
python tools/train.py configs/net.py%s
-- tools/train.py --
import argparse
from mmcv import Config, DictAction
from zoo.apis import train_detector
from zoo.builder import build_model
p = argparse.ArgumentParser()
p.add_argument('config')
p.add_argument('--cfg-options', nargs='+', action=DictAction)
args = p.parse_args()
cfg = Config.fromfile(args.config)
if args.cfg_options is not None:
    cfg.merge_from_dict(args.cfg_options)
%strain_detector(build_model(cfg.model), cfg)
-- zoo/apis.py --
def train_detector(model, cfg):
    pass
-- zoo/builder.py --
from mmcv.utils import Registry
MODELS = Registry('models')
def build_model(cfg):
    return MODELS.build(cfg)
-- zoo/backbones.py --
from mmcv.cnn import ConvModule
from mmcv.runner import BaseModule, ModuleList
from .builder import MODELS
@MODELS.register_module()
class Stages(BaseModule):
    def __init__(self, widths, norm_cfg=dict(type='BN'), init_cfg=None):
        super().__init__(init_cfg)
        self.stages = ModuleList()
        before = 3
        for width in widths:
            self.stages.append(ConvModule(before, width, 3, stride=2, padding=1, norm_cfg=norm_cfg))
            before = width
    def forward(self, x):
        outs = []
        for stage in self.stages:
            x = stage(x)
            outs.append(x)
        return tuple(outs)
-- zoo/heads.py --
import torch
from torch import nn
from .builder import MODELS
class Overlaps:
    def __call__(self, a, b):
        corner = torch.max(a[:, None, :2], b[None, :, :2])
        return corner[..., 0]
class Assigner:
    def __init__(self):
        self.iou_calculator = Overlaps()
@MODELS.register_module()
class Dense(nn.Module):
    def __init__(self, width, num_classes, compares=False, reduced=True, train_cfg=None, test_cfg=None):
        super().__init__()
        self.cls_out_channels, self.reduced = num_classes, reduced
        self.cls = nn.Conv2d(width, num_classes, 1)
        self.reg = nn.Conv2d(width, 4, 1)
        if compares:
            self.assigner = Assigner()
    def loss_cls(self, rows, labels, weights, avg_factor):
        loss = torch.sigmoid(rows) * weights[:, None]
        return loss.sum() / avg_factor if self.reduced else loss
    def forward(self, features):
        return [self.cls(features[-1])], [self.reg(features[-1])]
@MODELS.register_module()
class Scores(nn.Module):
    def __init__(self, width, num_classes):
        super().__init__()
        self.fc = nn.Linear(width, num_classes)
    def forward(self, x):
        return self.fc(x[-1].mean((2, 3)))
-- zoo/models.py --
from torch import nn
from .builder import MODELS
@MODELS.register_module()
class Detector(nn.Module):
    def __init__(self, backbone, bbox_head, mask_head=None, train_cfg=None, test_cfg=None):
        super().__init__()
        self.backbone = MODELS.build(backbone)
        self.bbox_head = MODELS.build(bbox_head)
        if mask_head is not None:
            self.mask_head = MODELS.build(mask_head)
    def extract_feat(self, img):
        return self.backbone(img)
@MODELS.register_module()
class Recognizer(nn.Module):
    def __init__(self, backbone, cls_head):
        super().__init__()
        self.backbone = MODELS.build(backbone)
        self.cls_head = MODELS.build(cls_head)
    def extract_feat(self, imgs):
        return self.backbone(imgs.view((-1,) + imgs.shape[2:])), {}
-- zoo/README.md --
A detector of one's own is registered:
@MODELS.register_module()
class Detector(nn.Module):
    pass
-- tests/test_heads.py --
from torch import nn
from zoo.builder import MODELS
@MODELS.register_module()
class Dense(nn.Module):
    def __init__(self, **kwargs):
        super().__init__()
@MODELS.register_module()
class Detector(nn.Module):
    pass
-- configs/base.py --
optimizer = dict(type='SGD', lr=0.1, momentum=0.9)
total_epochs = 12
pipeline = [dict(type='LoadImageFromFile'), dict(type='Resize', img_scale=[(133, 64), (133, 80)], multiscale_mode='range', keep_ratio=True), dict(type='Pad', size_divisor=32)]
data = dict(samples_per_gpu=2, train=dict(type='RepeatDataset', dataset=dict(type='CocoDataset', ann_file='data/coco/annotations/instances_train2017.json', pipeline=pipeline)))
model = dict(type='Detector', backbone=dict(type='Stages', widths=[8, 16]), bbox_head=dict(type='Dense', width=16, num_classes=5))
-- configs/net.py --
_base_ = ['./base.py']
%s`

// stepOf says what is known of the step of a job's one model, and what it is.
func stepOf(t *testing.T, text string) string {
	t.Helper()
	j := jobOf(t, text)
	models := said(Of(j))
	step, gap := Train(j, 0)
	if gap != nil {
		return models + " ? " + gap.Reason
	}
	return fmt.Sprintf("%s fed %s", models, strings.Join(step.Inputs, " "))
}

// TestConfigured: a model that a config in Python describes is built from the classes that the project registers, and
// its step is followed as the framework's runner does it.
func TestConfigured(t *testing.T) {
	const video = "pipeline = [dict(type='SampleFrames', clip_len=1, num_clips=8), dict(type='Resize', scale=(32, 24), keep_ratio=False), dict(type='FormatShape', input_format='NCHW')]\n" +
		"data = dict(train=dict(_delete_=True, type='VideoDataset', pipeline=pipeline))\n" +
		"model = dict(_delete_=True, type='Recognizer', backbone=dict(type='Stages', widths=[8]), cls_head=dict(type='Scores', width=8, num_classes=4))\n"
	for _, c := range []struct{ name, words, script, config, want string }{
		{"as its base says", "", "", "", "Detector 1569 1569 1569 fed "},
		{"over its base", "", "", "model = dict(backbone=dict(widths=[8, 16, 32]), bbox_head=dict(width=32))\n", "Detector 6385 6385 6385 fed "},
		{"in place of a part", "", "", "model = dict(bbox_head=dict(_delete_=True, type='Dense', width=16, num_classes=1))\n", "Detector 1501 1501 1501 fed "},
		{"another norm", "", "", "norm = dict(type='GN', num_groups=2, requires_grad=False)\nmodel = dict(backbone=dict(norm_cfg=norm))\n", "Detector 1569 1521 1521 fed "},
		{"by the command line", " --cfg-options model.bbox_head.num_classes=6", "", "", "Detector 1586 1586 1586 fed "},
		{"a class that nobody registers", "", "", "model = dict(backbone=dict(type='Others'))\n", "Detector ? zoo/models.py:7 what its part backbone is is not known: which class is registered as Others ? what is called here is not known: which class is registered as Others (zoo/models.py:7)"},
		{"what compares places with boxes", "", "", "model = dict(bbox_head=dict(compares=True))\n", "Detector 1569 1569 1569 fed "},
		{"a part whose loss is not known", "", "", "model = dict(mask_head=dict(type='Scores', width=16, num_classes=2))\n", "Detector 1603 1603 1603 ? what mask_head of Detector does in a step"},
		{"a step that is another", "", "", "model = dict(bbox_head=dict(width=24))\n", "Detector 1641 1641 1641 ? a step of its framework is not known so far: RuntimeError: torch.nn.functional.conv2d: Given groups=1, weight of size [5, 24, 1, 1], expected input[2, 16, 24, 40] to have 24 channels, but got 16 channels instead"},
		{"a loss of each place", "", "", "model = dict(bbox_head=dict(reduced=False))\n", "Detector 1569 1569 1569 fed "},
		{"kernels that are tried", "", "", "cudnn_benchmark = True\n", "Detector 1569 1569 1569 fed "},
		{"a value of its base", "", "", "model = dict(bbox_head=dict(num_classes={{_base_.data.samples_per_gpu}}))\n", "Detector 1518 1518 1518 fed "},
		{"half precision of the time before autocast", "", "", "fp16 = dict(loss_scale=512.)\n", "Detector 1569 1569 1569 ? what mmcv's mixed precision casts, which depends on the version of torch"},
		{"the script changes the model", "", "cfg.model.backbone.widths = read()\n", "", "Detector ? tools/train.py:12 the script changes the model's config ? the script changes the model's config"},
		{"the script changes something else", "", "cfg.work_dir = read()\n", "", "Detector 1569 1569 1569 fed "},
		{"images of no known size", "", "", "data = dict(train=dict(dataset=dict(pipeline=[dict(type='LoadImageFromFile')])))\n", "Detector 1569 1569 1569 ? how large its images are"},
		{"videos", "", "", video, "Recognizer 268 268 268 fed "},
		{"videos of unknown format", "", "", strings.Replace(video, "dict(type='FormatShape', input_format='NCHW')", "dict(type='Flip')", 1), "Recognizer 268 268 268 ? the format of its videos"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepOf(t, fmt.Sprintf(zoo, c.words, c.script, c.config)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestConfiguredStep: the step of such a model takes what the same loop takes that is written out.
func TestConfiguredStep(t *testing.T) {
	written := "\n-- train.py --\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n" +
		"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a, self.na = nn.Conv2d(3, 8, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(8)\n" +
		"        self.b, self.nb = nn.Conv2d(8, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16)\n        self.cls, self.reg = nn.Conv2d(16, 5, 1), nn.Conv2d(16, 4, 1)\n" +
		"    def forward(self, x):\n        x = F.relu(self.na(self.a(x)), inplace=True)\n        x = F.relu(self.nb(self.b(x)), inplace=True)\n        return self.cls(x), self.reg(x)\n" +
		"def loss_of(model):\n    c, r = model(torch.zeros(2, 3, 96, 160, device='cuda'))\n" +
		"    c = c.permute(0, 2, 3, 1).reshape(-1, 5)\n    loss = (torch.sigmoid(c) * torch.zeros(c.shape[0], device='cuda')[:, None]).sum() / 1\n" +
		"    return loss + (r.permute(0, 2, 3, 1).reshape(-1, 4) - torch.zeros(1, device='cuda')).abs().sum()\n" +
		"model = Net()\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor i in range(100):\n    loss = loss_of(model)\n    opt.zero_grad(set_to_none=True)\n    loss.backward()\n    opt.step()\n"
	want, gap := Train(jobOf(t, written), 0)
	if gap != nil {
		t.Fatal(gap)
	}
	got, gap := Train(jobOf(t, fmt.Sprintf(zoo, "", "", "")), 0)
	if gap != nil {
		t.Fatal(gap)
	}
	if off := float64(got.Backward.Bytes)/float64(want.Backward.Bytes) - 1; off < -0.001 || off > 0.001 || got.Weights != want.Weights {
		t.Errorf("%d bytes and weights of %d, written out %d and %d", got.Backward.Bytes, got.Weights, want.Backward.Bytes, want.Weights)
	}
	norm := "model = dict(backbone=dict(norm_cfg=dict(type='GN', num_groups=2)))\n"
	if undated, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", norm)), 0); undated.Perhaps == 0 || got.Perhaps != 0 {
		t.Errorf("GroupNorm may keep %d bytes more in an old torch, without it %d", undated.Perhaps, got.Perhaps)
	}
}

// TestConfiguredMismatch: of a step that is written down here nobody says that torch refuses it.
func TestConfiguredMismatch(t *testing.T) {
	if refused := Mismatch(jobOf(t, fmt.Sprintf(zoo, "", "", "model = dict(bbox_head=dict(width=24))\n"))); refused != nil {
		t.Errorf("refused at %v: %s", refused.At, refused.Reason)
	}
}

// TestBoxes: how many boxes the images of other datasets have is not known; the peak may be higher.
func TestBoxes(t *testing.T) {
	const compares = "model = dict(bbox_head=dict(compares=True))\n"
	known, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", compares)), 0)
	other, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", compares+"data = dict(train=dict(dataset=dict(type='DOTADataset')))\n")), 0)
	plain, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", "")), 0)
	for _, own := range []string{"ann_file='data/mine.json'", "classes=('person',)"} {
		if step, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", compares+"data = dict(train=dict(dataset=dict("+own+")))\n")), 0); step == nil || step.Perhaps == 0 {
			t.Errorf("a project's own data in COCO's format are taken for COCO: %s", own)
		}
	}
	if known == nil || other == nil || known.Perhaps != 0 || other.Perhaps != 2*24*40*1000*16 || known.Forward.Bytes <= plain.Forward.Bytes {
		t.Errorf("of COCO %+v, of others %+v", known, other)
	}
}
