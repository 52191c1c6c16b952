package model

import (
	"strconv"
	"strings"
	"testing"
)

const seen = `import json
import torch
import torchvision
from torch import nn
from transformers import AutoImageProcessor, AutoModelForImageClassification, SegformerForSemanticSegmentation, SegformerImageProcessor, ViTModel


class Net(nn.Module):
    def __init__(self, inner, head):
        super().__init__()
        self.inner, self.head = inner, head

    def forward(self, x):
        return self.head(self.inner(pixel_values=x).last_hidden_state[:, 0])


def small():
    return SegformerForSemanticSegmentation.from_pretrained("nvidia/mit-b0", num_labels=6, ignore_mismatched_sizes=True)


def larger():
    return SegformerForSemanticSegmentation.from_pretrained("nvidia/segformer-b2-finetuned-ade-512-512", id2label={0: "a", 1: "b"})


def as_published():
    return SegformerForSemanticSegmentation.from_pretrained("nvidia/segformer-b2-finetuned-ade-512-512")


def labels_elsewhere(path="labels.json"):
    return SegformerForSemanticSegmentation.from_pretrained("nvidia/segformer-b2-finetuned-ade-512-512", id2label=json.load(open(path)))


def other_labels_elsewhere(path="labels.json"):
    return SegformerForSemanticSegmentation.from_pretrained(
        "nvidia/segformer-b2-finetuned-ade-512-512", id2label=json.load(open(path)), ignore_mismatched_sizes=True)


def from_hub():
    made = torch.hub.load('pytorch/vision:v0.5.0', 'resnet50', pretrained=False, verbose=False)
    made.fc, made.conv1 = nn.Linear(made.fc.in_features, 52), nn.Conv2d(1, 64, kernel_size=7, stride=2, padding=3, bias=False)
    return made


def segments_from_hub():
    return torch.hub.load('pytorch/vision', 'fcn_resnet101', num_classes=5)


def from_another_hub():
    return torch.hub.load('somebody/vision:v0.5.0', 'resnet50')


def vit():
    return AutoModelForImageClassification.from_pretrained("google/vit-base-patch16-224-in21k", num_labels=3, attn_implementation="eager")


def part():
    return Net(ViTModel.from_pretrained("google/vit-base-patch16-224", add_pooling_layer=False, attn_implementation="eager"), nn.Linear(768, 3))


def loaded():
    return torchvision.models.segmentation.deeplabv3_resnet50(weights="DEFAULT")


def bare():
    return torchvision.models.segmentation.fcn_resnet101(pretrained=False, num_classes=5)


def wrong():
    return torchvision.models.segmentation.deeplabv3_resnet50(pretrained=True, num_classes=5)


def nobodys():
    return SegformerForSemanticSegmentation.from_pretrained("somebody/segformer-b0-of-roads")
`

// TestVisionModels: what transformers' models of images keep, and torchvision's for segmentation. Parameters and bytes
// are what torch 2.15 with transformers 5.24.0 counted on a CPU with attention by hand, beside the input; the masks of
// dropout are a byte an element, as on a GPU.
func TestVisionModels(t *testing.T) {
	for _, c := range []struct {
		name, input       string
		parameters, saved int64
		gap               string
	}{
		{"small", "2x3x256x256", 3_715_686, 158_472_304 - 3*2*256*64*64, ""}, {"as_published", "2x3x128x128", 27_461_974, 125_634_032 - 3*2*768*32*32, ""},
		{"larger", "2x3x128x128", 27_461_974 - 148*769, 0, ""}, {"vit", "4x3x224x224", 85_800_963, 559_196_320, ""}, {"part", "4x3x224x224", 85_800_963, 559_196_320, ""},
		{"loaded", "2x3x128x128", 42_004_074, 136_433_664 - 3*2*256*(16*16+16*16) - 2*3*128*128*4, ""}, {"bare", "2x3x128x128", 51_940_933, 235_699_712 - 3*2*512*16*16 - 2*3*128*128*4, ""},
		{"labels_elsewhere", "2x3x128x128", 27_461_974, 125_634_032 - 3*2*768*32*32, ""}, {"other_labels_elsewhere", "2x3x128x128", 0, 0, "a file's contents"},
		{"from_hub", "2x1x128x128", 23_608_308, 0, ""}, {"segments_from_hub", "2x3x128x128", 51_940_933, 235_699_712 - 3*2*512*16*16 - 2*3*128*128*4, ""},
		{"from_another_hub", "2x3x128x128", 0, 0, "torch.hub.load"},
		{"wrong", "2x3x128x128", 0, 0, "expects 21 classes"},
		{"vit", "4x3x384x384", 0, 0, "doesn't match model"}, {"nobodys", "2x3x128x128", 0, 0, "somebody/segformer-b0-of-roads"},
	} {
		inputs := inputsOf(t, c.input)
		a, err := build(t, files{"m.py": seen}, "m.py", Request{Name: c.name, Inputs: inputs})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.gap != "":
			if len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, c.gap) {
				t.Errorf("%s: %+v, want a gap: %s", c.name, a.Unknown, c.gap)
			}
		case len(a.Unknown) > 0 || a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, want %d; %+v", c.name, a.Parameters, c.parameters, a.Unknown)
		case c.saved > 0 && (a.Saved-inputBytes(c.input) > c.saved+64<<10 || c.saved+inputBytes(c.input)-a.Saved > 64<<10):
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}

// inputBytes is what an input of fp32 takes.
func inputBytes(shape string) int64 {
	n := int64(4)
	for side := range strings.SplitSeq(shape, "x") {
		k, _ := strconv.Atoi(side)
		n *= int64(k)
	}
	return n
}
