package model

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// cutModels are networks made of parts of libraries' models.
const cutModels = `import timm, torch, torchvision
from torch import nn

def children():
    return nn.Sequential(*list(timm.create_model("efficientnet_b0").children())[:-1])

def gray():
    made = torchvision.models.efficientnet_b0(num_classes=5)
    made.features[0][0] = nn.Conv2d(1, 32, 3, 2, 1, bias=False)
    return made

def part():
    return torchvision.models.convnext_tiny().features[:4]

def stages():
    return timm.create_model("resnet18", features_only=True, out_indices=(1, 2, 3))

def widths():
    made = timm.create_model("resnet18", features_only=True)
    return nn.Sequential(nn.Conv2d(3, made.feature_info.channels()[-1], 1))

def headless():
    made = timm.create_model("resnet50")
    made.reset_classifier(0, "avg")
    return made

def reheaded():
    made = timm.create_model("resnet50")
    made.reset_classifier(7)
    return made

def paths():
    return timm.create_model("convnext_tiny", drop_path_rate=0.2, num_classes=3)

class Tokens(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = timm.create_model("vit_tiny_patch16_224")
        self.head = nn.Linear(self.net.embed_dim, 4)

    def forward(self, x):
        return self.head(self.net.forward_features(x).mean(1))

class Replaced(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torchvision.models.efficientnet_b0()
        self.net.features[8] = nn.Identity()
        self.net.classifier = nn.Linear(320, 4)

    def forward(self, x):
        return self.net(x)

class Shorter(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = timm.create_model("resnet18", features_only=True, in_chans=2)
        del self.net["layer4"]
        del self.net["layer3"]

    def forward(self, x):
        return self.net(x)[-1]

def normed():
    return nn.Sequential(nn.Conv2d(3, 8, 3, bias=False), nn.BatchNorm2d(8, bias=False), nn.GroupNorm(2, 8, bias=False))

def unlike():
    made = timm.create_model("resnet18", drop_path_rate=0.1)
    return made

def masked():
    return Masked(timm.create_model("vit_tiny_patch16_224").blocks[0])

class Masked(nn.Module):
    def __init__(self, block):
        super().__init__()
        self.block = block

    def forward(self, x):
        return self.block(x.flatten(2)[:, :, :192], attn_mask=x)

class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torchvision.models.convnext_tiny().features.eval()
        for p in self.net.parameters():
            p.requires_grad = False
        self.head = nn.Linear(768, 4)

    def forward(self, x):
        return self.head(self.net(x).mean([2, 3]))
`

// TestCutModels: what torch 2.15 with torchvision 0.29 and timm 1.0 says of them: parameters, what is trained, buffers,
// the bytes that a step keeps and its peak (user_modules.py's numbers_of).
func TestCutModels(t *testing.T) {
	for name, want := range map[string]string{
		"normed 2x3x16x16":   "232 232 17 [[2 8 14 14]] 31328 46780",
		"children 2x3x64x64": "4007548 4007548 42065 [[2 1280]] 14702656 80418564",
		"gray 2x1x64x64":     "4013377 4013377 42065 [[2 5]] 14657672 80469616",
		"part 2x3x64x64":     "1235040 1235040 0 [[2 192 8 8]] 11328552 27319184",
		"stages 2x3x64x64":   "2782784 2782784 4495 [[2 64 16 16] [2 128 8 8] [2 256 4 4]] 3491328 55772204",
		"widths 2x3x64x64":   "2048 2048 0 [[2 512 64 64]] 98304 16900112",
		"headless 2x3x64x64": "23508032 23508032 53173 [[2 2048]] 14237184 470472484",
		"reheaded 2x3x64x64": "23522375 23522375 53173 [[2 7]] 14253568 470759352",
		"paths 2x3x64x64":    "27822435 27822435 0 [[2 3]] 17832792 556547732",
		"Tokens 2x3x224x224": "5718188 5718188 0 [[2 4]] 59749520 128625288",
		"Replaced 2x3x64x64": "3596672 3596672 39504 [[2 4]] 14602888 72190792",
		"Frozen 2x3x64x64":   "27821668 3076 0 [[2 4]] 6144 113375672",
		"Shorter 2x2x64x64":  "679936 679936 1930 [[2 128 8 8]] 3153408 13672136",
	} {
		name, input, _ := strings.Cut(name, " ")
		a, err := build(t, files{"m.py": cutModels}, "m.py", Request{Name: name, Inputs: inputsOf(t, input)})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Unknown) > 0 {
			t.Errorf("%s ends: %+v", name, a.Unknown)
			continue
		}
		got := fmt.Sprint(a.Parameters, a.Trainable, a.Buffers, a.Outputs, a.Saved)
		counts, peak := want[:strings.LastIndexByte(want, ' ')], want[strings.LastIndexByte(want, ' ')+1:]
		most, err := strconv.ParseInt(peak, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if got != counts || a.StepPeak > most || a.StepPeak < most-most/1000 {
			t.Errorf("%s: %s %d, torch says %s", name, got, a.StepPeak, want)
		}
	}
	for name, why := range map[string]string{
		"unlike": "makes of drop_path_rate",
		"masked": "makes of these arguments",
	} {
		a, err := build(t, files{"m.py": cutModels}, "m.py", Request{Name: name, Inputs: inputsOf(t, "2x3x64x64")})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Unknown) == 0 || !strings.Contains(a.Unknown[0].Reason, why) {
			t.Errorf("%s ends at %+v, not at %q", name, a.Unknown, why)
		}
	}
}
