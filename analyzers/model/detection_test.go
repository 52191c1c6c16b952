package model

import (
	"strings"
	"testing"
)

const detectors = `import torch
import torchvision
from torch import nn
from torchvision.models.detection import FasterRCNN, maskrcnn_resnet50_fpn
from torchvision.models.detection.anchor_utils import AnchorGenerator
from torchvision.models.detection.faster_rcnn import FastRCNNPredictor


class Trained(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return sum(self.inner([x[0], x[1]], [{}, {}]).values())


SIZES = {"min_size": 320, "max_size": 512}


def loaded():
    inner = torchvision.models.detection.fasterrcnn_resnet50_fpn(weights="DEFAULT", **SIZES)
    inner.roi_heads.box_predictor = FastRCNNPredictor(inner.roi_heads.box_predictor.cls_score.in_features, 5)
    return Trained(inner)


def older():
    return Trained(torchvision.models.detection.fasterrcnn_resnet50_fpn(pretrained=False, num_classes=5, **SIZES))


def bare():
    return Trained(torchvision.models.detection.fasterrcnn_resnet50_fpn(weights=None, weights_backbone=None, num_classes=5, **SIZES))


def second():
    return Trained(torchvision.models.detection.fasterrcnn_resnet50_fpn_v2(num_classes=5, **SIZES))


def own():
    body = torchvision.models.resnet18(weights="DEFAULT")
    backbone = nn.Sequential(*list(body.children())[:-2])
    backbone.out_channels = 512
    anchors = AnchorGenerator(sizes=((32, 64, 128, 256, 512),), aspect_ratios=((0.5, 1.0, 2.0),))
    pool = torchvision.ops.MultiScaleRoIAlign(featmap_names=["0"], output_size=7, sampling_ratio=2)
    return Trained(FasterRCNN(backbone, num_classes=5, rpn_anchor_generator=anchors, box_roi_pool=pool, **SIZES))


def wrong():
    return Trained(torchvision.models.detection.fasterrcnn_resnet50_fpn(pretrained=True, num_classes=5))


def retina():
    return Trained(torchvision.models.detection.retinanet_resnet50_fpn(num_classes=5, **SIZES))


def second_retina():
    return Trained(torchvision.models.detection.retinanet_resnet50_fpn_v2(num_classes=5, **SIZES))


def masks():
    return Trained(maskrcnn_resnet50_fpn(num_classes=5, **SIZES))
`

// TestDetectors: what torchvision's detectors keep of two images of 256 × 320. Parameters, those that are trained and the
// bytes beside parameters and buffers are what torch 2.15 with torchvision 0.29.2 counted on a CPU. How many proposals
// masks are made of, only a run knows.
func TestDetectors(t *testing.T) {
	for _, c := range []struct {
		name                         string
		parameters, trainable, saved int64
		gap                          string
	}{
		{"loaded", 41_314_536, 41_092_136, 255_377_924, ""}, {"older", 41_314_536, 41_092_136, 255_377_924, ""},
		{"bare", 41_367_656, 41_367_656, 584_028_916, ""}, {"second", 43_271_528, 43_046_184, 855_445_108, ""},
		{"own", 40_341_156, 40_341_156, 229_457_572, ""}, {"wrong", 0, 0, 0, "expected value 91 but got 5"},
		{"retina", 32_230_929, 32_008_529, 192_219_106, ""}, {"second_retina", 36_414_865, 36_414_865, 566_401_720, ""},
		{"masks", 43_938_541, 43_716_141, 0, "a mask"},
	} {
		a, err := build(t, files{"m.py": detectors}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, "2x3x256x320")})
		if err != nil {
			t.Fatal(err)
		}
		if c.gap != "" && (len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, c.gap)) {
			t.Errorf("%s: %+v, want a gap: %s", c.name, a.Unknown, c.gap)
		}
		if c.parameters > 0 && (a.Parameters != c.parameters || a.Trainable != c.trainable) {
			t.Errorf("%s: %d parameters, %d trained; want %d, %d; %+v", c.name, a.Parameters, a.Trainable, c.parameters, c.trainable, a.Unknown)
		}
		if c.saved > 0 && (100*a.Saved < 99*c.saved || 100*a.Saved > 101*c.saved) {
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}
