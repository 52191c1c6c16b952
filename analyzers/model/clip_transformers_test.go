package model

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

const clipsOfTransformers = `from torch import nn
from transformers import CLIPModel, CLIPTextModel, CLIPVisionModel, CLIPConfig


class Seen(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, pixel_values):
        return self.inner(pixel_values=pixel_values).pooler_output


class Read(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, input_ids):
        return self.inner(input_ids=input_ids).pooler_output


class Both(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, input_ids, pixel_values):
        return self.inner(input_ids=input_ids, pixel_values=pixel_values).logits_per_image


class Head(nn.Module):
    def __init__(self, clip):
        super().__init__()
        self.clip, self.head = clip, nn.Linear(clip.config.vision_config.hidden_size + clip.config.projection_dim, 3)

    def forward(self, pixel_values):
        return self.head(self.clip.vision_model(pixel_values=pixel_values).pooler_output[:, :1].expand(-1, 1280))


NAME = "openai/clip-vit-base-patch32"


def vision():
    return Seen(CLIPVisionModel.from_pretrained(NAME, attn_implementation="eager"))


def vision_fused():
    return Seen(CLIPVisionModel.from_pretrained(NAME))


def text():
    return Read(CLIPTextModel.from_pretrained(NAME, attn_implementation="eager"))


def both():
    return Both(CLIPModel.from_pretrained(NAME, attn_implementation="eager"))


def head():
    return Head(CLIPModel.from_pretrained(NAME))


def large():
    return Seen(CLIPVisionModel.from_pretrained("openai/clip-vit-large-patch14"))


def scratch():
    return Both(CLIPModel(CLIPConfig()))


def somebody():
    return Seen(CLIPVisionModel.from_pretrained("somebody/clip-vit-base-patch32-of-birds"))
`

// TestCLIPOfTransformers: what transformers' CLIP keeps, inputs included. Parameters and bytes are what torch 2.15 with
// transformers 5.24.0 counted on a CPU; the mask of what comes later, which it makes once, is a small number of bytes.
func TestCLIPOfTransformers(t *testing.T) {
	images := Input{Name: "pixel_values", Shape: []int64{2, 3, 224, 224}, DType: tensor.Float32}
	words := Input{Name: "input_ids", Shape: []int64{2, 77}, DType: tensor.Int64}
	for _, c := range []struct {
		name       string
		inputs     []Input
		parameters int64
		saved      int64
		gap        bool
	}{
		{"vision", []Input{images}, 87_456_000, 78_446_640, false},
		{"vision_fused", []Input{images}, 87_456_000, 75_624_240, false},
		{"text", []Input{words}, 63_165_952, 80_595_008, false},
		{"both", []Input{words, images}, 151_277_313, 159_068_324, false},
		{"scratch", []Input{words, images}, 151_277_313, 151_751_588, false},
		{"head", []Input{images}, 151_277_313 + 1280*3 + 3, 0, false},
		{"large", []Input{images}, 303_179_776, 0, false},
		{"somebody", []Input{images}, 0, 0, true},
	} {
		a, err := build(t, files{"m.py": clipsOfTransformers}, "m.py", Request{Name: c.name, Inputs: c.inputs})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.gap:
			if len(a.Unknown) == 0 {
				t.Errorf("%s: somebody's sizes are known: %d parameters", c.name, a.Parameters)
			}
		case len(a.Unknown) > 0 || a.Parameters != c.parameters:
			t.Errorf("%s: %d parameters, want %d; %+v", c.name, a.Parameters, c.parameters, a.Unknown)
		case c.saved > 0 && (a.Saved > c.saved+256<<10 || c.saved > a.Saved+256<<10):
			t.Errorf("%s: keeps %d bytes, want %d", c.name, a.Saved, c.saved)
		}
	}
}
