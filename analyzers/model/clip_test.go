package model

import (
	"strings"
	"testing"
)

const clipped = `import clip
import open_clip


def whole():
    return clip.load("ViT-B/32", device="cpu")[0].train()


def halves():
    return clip.load("ViT-B/32", device="cuda", jit=False)[0].train()


def opened():
    model, _, preprocess = open_clip.create_model_and_transforms("ViT-B-16", pretrained="laion2b_s34b_b88k")
    return model


def large():
    return open_clip.create_model("ViT-L-14", pretrained="openai", device="cuda")


def residual():
    return clip.load("RN50", device="cpu")[0]
`

// TestCLIP: parameters as torch 2.15 counts them of open_clip_torch and of the published checkpoints. Of ViT-B-16
// open_clip keeps 597,017,552 bytes on a CPU; on a GPU what attention gives is copied once more for the layer behind
// it, 6 % of that.
func TestCLIP(t *testing.T) {
	for name, want := range map[string]int64{"whole": 151_277_313, "halves": 151_277_313, "opened": 149_620_737, "large": 427_616_513, "residual": 0} {
		a, err := build(t, files{"m.py": clipped}, "m.py", Request{Name: name, Inputs: inputsOf(t, "4x3x224x224 4x77:int64")})
		switch {
		case err != nil:
			t.Fatal(err)
		case want == 0:
			if len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, "which CLIP") {
				t.Errorf("%s: %+v, want a gap", name, a.Unknown)
			}
		case len(a.Unknown) > 0 || a.Parameters != want:
			t.Errorf("%s: %d parameters, want %d; %+v", name, a.Parameters, want, a.Unknown)
		case name == "opened" && (a.Saved < 597_017_552 || a.Saved > 597_017_552*107/100):
			t.Errorf("%s keeps %d bytes", name, a.Saved)
		}
	}
}
