package built

import (
	"fmt"
	"strings"
	"testing"
)

// engine is a framework of MMEngine's time, whose detector computes its losses itself, and of which another one
// registers a class of the same name.
const engine = `
-- run.sh --
python tools/train.py configs/net.py%s
-- tools/train.py --
import argparse
from mmengine.config import Config
from mmengine.runner import Runner
p = argparse.ArgumentParser()
p.add_argument('config')
p.add_argument('--amp', action='store_true')
args = p.parse_args()
cfg = Config.fromfile(args.config)
if args.amp is True:
    cfg.optim_wrapper.type = 'AmpOptimWrapper'
Runner.from_cfg(cfg).train()
-- zoo/registry.py --
from mmengine.registry import MODELS as ROOT, Registry
MODELS = Registry('model', parent=ROOT, locations=['zoo.models'])
-- other/registry.py --
from mmengine.registry import MODELS as ROOT, Registry
MODELS = Registry('model', parent=ROOT, locations=['other.models'])
-- other/stages.py --
from torch import nn
from .registry import MODELS
@MODELS.register_module()
class Stages(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.conv = nn.Conv2d(3, wide, 1, stride=8)
    def forward(self, x):
        return [self.conv(x)]
-- zoo/models.py --
import torch
from torch import nn
from mmengine.dist import get_dist_info
from mmengine.structures import InstanceData
from scipy.optimize import linear_sum_assignment
from other.registry import MODELS as OTHERS
from .registry import MODELS
@MODELS.register_module()
class Stages(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, stride=8, padding=1)
    def forward(self, x):
        return [self.conv(x)]
@MODELS.register_module()
class Head(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.head_module = nn.Conv2d(width, classes, 1)
        self.classes = classes
    def loss(self, features, samples):
        rows = self.head_module(features[0]).permute(0, 2, 3, 1).reshape(len(samples), -1, self.classes)
        out, _ = 0, get_dist_info()[1]
        for said, sample in zip(rows, samples):
            assert 'ignored_instances' in sample and sample.img_shape[0] <= sample.batch_input_shape[0]
            found = InstanceData(scores=said, boxes=said[:, :4])
            taken = found[said.detach().max(1)[0] > 0]
            cost = torch.cdist(taken.boxes, sample.gt_instances.bboxes).detach().cpu()
            which = torch.from_numpy(linear_sum_assignment(cost)[0]).to(said.device)
            out = out + taken.scores[which].sum() + (sample.gt_instances.labels.unique() * 1.0).sum()
        return {'loss_cls': out, 'seen': rows.detach().mean()}
@MODELS.register_module()
class Detector(nn.Module):
    def __init__(self, backbone, bbox_head, data_preprocessor=None, train_cfg=None, test_cfg=None):
        super().__init__()
        self.backbone, self.bbox_head = OTHERS.build(backbone), MODELS.build(bbox_head)
    def loss(self, inputs, samples):
        return self.bbox_head.loss(self.backbone(inputs), samples)
-- configs/base.py --
default_scope = 'zoo'
width = 8
scale = (64, 64)
model = dict(type='Detector', backbone=dict(type='Stages', width=4), bbox_head=dict(type='Head', width=4, classes=5))
optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))
train_cfg = dict(max_epochs=3)
train_dataloader = dict(batch_size=2, dataset=dict(type='CocoDataset', ann_file='data/annotations/instances_train2017.json', pipeline=[
    dict(type='LoadImageFromFile'), dict(type='Mosaic', img_scale=scale), dict(type='RandomAffine', border=(-32, -32))]))
-- configs/net.py --
_base_ = './base.py'
%s`

// TestEngine: a name that two frameworks register is that of the config's own, what the bases say is read and changed
// by their name, and the losses are those of the detector's own code, of whose masks all is taken.
func TestEngine(t *testing.T) {
	for _, c := range []struct{ name, config, want string }{
		{"as its base says", "", "Detector 137 137 137 fed "},
		{"of the other framework", "model = dict(backbone=dict(_delete_=True, type='other.Stages', wide=4))\n", "Detector 41 41 41 fed "},
		{"a value of its base", "model = dict(backbone=dict(width=_base_.width), bbox_head=dict(width=_base_.width))\n", "Detector 269 269 269 fed "},
		{"a value of its base in braces", "model = dict(backbone=dict(width={{_base_.width}}), bbox_head=dict(width={{_base_.width}}))\n", "Detector 269 269 269 fed "},
		{"a base that is changed", "_base_.model.bbox_head.classes = _base_.width - 2\n", "Detector 142 142 142 fed "},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepOf(t, fmt.Sprintf(engine, "", c.config)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestEngineStep: images are as large as a mosaic that is cut leaves them, and mixed precision that the command line
// asks for is that of the step.
func TestEngineStep(t *testing.T) {
	forward := func(words, config string) int64 {
		step, gap := Train(jobOf(t, fmt.Sprintf(engine, words, config)), 0)
		if gap != nil {
			t.Fatal(gap)
		}
		return step.Forward.Bytes
	}
	plain, half := forward("", ""), forward(" --amp", "")
	if half >= plain {
		t.Errorf("%d bytes with --amp, %d without", half, plain)
	}
	const resized = "train_dataloader = dict(dataset=dict(pipeline=[dict(type='Resize', scale=(64, 64))]))\n"
	if same := forward("", resized); same != plain {
		t.Errorf("a mosaic that is cut takes %d bytes, an image of its size %d", plain, same)
	}
	const sizes = "model = dict(data_preprocessor=dict(type='P', batch_augments=[dict(type='BatchSyncRandomResize', random_size_range=(32, 128))]))\n"
	if large := forward("", sizes); large <= plain {
		t.Errorf("batches that are resized take %d bytes, others %d", large, plain)
	}
}

// old is a detector of the time before mmdetection 2: it holds the parts itself, and its dataset is told how to resize.
const old = `
-- zoo/old.py --
import torch
from torch import nn
from .builder import MODELS
class RoIAlign(nn.Module):
    def __init__(self, out_size, spatial_scale):
        super().__init__()
        self.out_size, self.spatial_scale = out_size, spatial_scale
    def forward(self, features, rois):
        return roi_align_cuda(features, rois)
@MODELS.register_module()
class SingleRoIExtractor(nn.Module):
    def __init__(self, out_channels):
        super().__init__()
        self.roi_layers = nn.ModuleList([RoIAlign(7, 0.5), RoIAlign(7, 0.25)])
        self.out_channels, self.num_inputs = out_channels, 2
@MODELS.register_module()
class Regions(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc, self.norm = nn.Linear(width * 49, 5), nn.SyncBatchNorm(width)
        self.norm._specify_ddp_gpu_num(1)
    def forward(self, x):
        x = self.norm(x)
        return self.fc(x.flatten(1)), self.fc(x.flatten(1))
@MODELS.register_module()
class Masks(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.ConvTranspose2d(width, 5, 2, stride=2)
    def forward(self, x):
        return self.conv(x)
@MODELS.register_module()
class TwoStage(nn.Module):
    def __init__(self, backbone, rpn_head, bbox_roi_extractor, bbox_head, mask_head=None, train_cfg=None, test_cfg=None):
        super().__init__()
        self.backbone, self.rpn_head = MODELS.build(backbone), MODELS.build(rpn_head)
        self.bbox_roi_extractor, self.bbox_head = MODELS.build(bbox_roi_extractor), MODELS.build(bbox_head)
        self.train_cfg, self.share_roi_extractor = train_cfg, False
        if mask_head is not None:
            self.mask_roi_extractor, self.mask_head = MODELS.build(bbox_roi_extractor), MODELS.build(mask_head)
    def extract_feat(self, img):
        return self.backbone(img)
`

// TestOldDetectors: such a detector is followed as well.
func TestOldDetectors(t *testing.T) {
	const data = "data = dict(imgs_per_gpu=3, train=dict(_delete_=True, type='CocoDataset', img_scale=(130, 60), size_divisor=32%s))\n"
	const model = "model = dict(_delete_=True, type='TwoStage', backbone=dict(type='Stages', widths=[8, 8]), " +
		"rpn_head=dict(type='Dense', width=8, num_classes=1), bbox_roi_extractor=dict(type='SingleRoIExtractor', out_channels=8), " +
		"bbox_head=dict(type='Regions', width=8)%s)\n" +
		"train_cfg = dict(rcnn=dict(sampler=dict(type='RandomSampler', num=16, pos_fraction=0.25), mask_size=14))\n"
	config := fmt.Sprintf(data, "") + fmt.Sprintf(model, "")
	for _, c := range []struct{ name, config, want string }{
		{"boxes", config, "TwoStage 2850 2850 2850 fed "},
		{"masks", fmt.Sprintf(data, "") + fmt.Sprintf(model, ", mask_head=dict(type='Masks', width=8)"), "TwoStage 3015 3015 3015 fed "},
		{"of no known size", strings.Replace(config, "img_scale=(130, 60), ", "", 1), "TwoStage 2850 2850 2850 ? how large its images are"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepOf(t, fmt.Sprintf(zoo, "", "", c.config)+old); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
