package model

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// TestLibrary builds the models of libraries that were recorded, and compares with what torch says of the same ones
// (estimator/oracle/library.py). A forward pass that is not known ends the answer; one that is followed has to be
// right.
func TestLibrary(t *testing.T) {
	rows := measured(t, "../../testdata/oracle/library.csv")
	counted, followed := 0, 0
	for _, row := range rows {
		call := callOf(row)
		if row["torch"] == "" || call == "" {
			continue
		}
		a, err := build(t, files{"m.py": "import timm\nimport torchvision\nimport segmentation_models_pytorch\ndef net():\n    return " + call + "\n"}, "m.py",
			Request{Name: "net", Inputs: inputsOf(t, row["input"])})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Built {
			t.Logf("%s: %s", call, a.Unknown[0].Reason)
			continue
		}
		counted++
		for name, n := range map[string]int64{"parameters": a.Parameters, "trainable": a.Trainable, "buffers": a.Buffers} {
			if row[name] != strconv.FormatInt(n, 10) {
				t.Errorf("%s: %d %s, torch has %s", call, n, name, row[name])
			}
		}
		if !a.Ran {
			t.Logf("%s: %s", call, a.Unknown[0].Reason)
			continue
		}
		followed++
		for name, n := range map[string]int64{"saved": a.Saved, "peak": a.StepPeak} {
			if want, _ := strconv.ParseFloat(row[name], 64); math.Abs(float64(n)/want-1) > 0.01 {
				t.Errorf("%s: %s %d, torch has %.0f", call, name, n, want)
			}
		}
	}
	t.Logf("%d rows, %d counted, %d followed", len(rows), counted, followed)
	if counted < 200 || followed < 187 {
		t.Errorf("only %d counted, %d followed", counted, followed)
	}
}

// callOf is how people build the model of a row; empty for one that was not recorded.
func callOf(row map[string]string) string {
	name := row["name"]
	of, argument, smp := strings.Cut(name, ":")
	switch {
	case row["library"] == "timm" && allRecords().Models["timm."+name] != nil:
		return "timm.create_model('" + name + "')"
	case row["library"] != "timm" && smp:
		return of + "('" + argument + "')"
	case allRecords().Models[name] != nil:
		return name + "()"
	}
	return ""
}

// TestSegmentationModels: what an argument says that a model was recorded with changes nothing, and what it says
// otherwise ends the answer.
func TestSegmentationModels(t *testing.T) {
	for arguments, unknown := range map[string]string{
		"'efficientnet-b0', in_channels=3, classes=2":                             "",
		"'efficientnet-b0', in_channels=1":                                        "makes of in_channels",
		"encoder_name='resnet34', encoder_weights='imagenet', encoder_depth=5":    "",
		"encoder_name='resnet34', encoder_depth=4, decoder_channels=(8, 4, 2, 1)": "makes of decoder_channels",
		"encoder_name='resnet34', activation='sigmoid'":                           "the forward pass of Unet",
	} {
		a, err := build(t, files{"m.py": "import segmentation_models_pytorch as smp\ndef net():\n    return smp.Unet(" + arguments + ")\n"}, "m.py",
			Request{Name: "net", Inputs: inputsOf(t, "2x3x64x64")})
		if err != nil {
			t.Fatal(err)
		}
		if unknown == "" != a.Ran || !a.Ran && !strings.Contains(a.Unknown[0].Reason, unknown) {
			t.Errorf("%s: %+v", arguments, a.Unknown)
		}
	}
}

// TestReplacedParts: what a recorded forward pass asks of the part that stood where the program has put its own is no
// mistake of the program.
func TestReplacedParts(t *testing.T) {
	const made = "import torchvision.models as M\ndef make():\n    m = M."
	for text, want := range map[string]string{
		"efficientnet_b0()\n    m.classifier = nn.Identity()\n    return m\n":                                                                           "",
		"resnet18()\n    import segmentation_models_pytorch as smp\n    m = smp.Unet('resnet34')\n    m.encoder.layer1 = nn.Identity()\n    return m\n": "was given a part of another kind",
		"resnet18()\n    m.fc = nn.Identity()\n    return m\n":                                                                                          "",
		"resnet18()\n    m.fc = nn.Identity()\n    m.fc.size\n    return m\n":                                                                           "raises AttributeError",
	} {
		a, err := build(t, files{"m.py": head + made + text}, "m.py", Request{Name: "make", Inputs: inputsOf(t, "2x3x64x64")})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "" && len(a.Unknown) > 0, want != "" && len(a.Unknown) != 1:
			t.Errorf("%sends at %v, not at %q", text, a.Unknown, want)
		case want != "" && !strings.Contains(a.Unknown[0].Reason, want):
			t.Errorf("%sends at %v, not at %q", text, a.Unknown, want)
		}
	}
}

// TestSizesOfLibraryModels: people ask a recorded model how wide it is, and put a head of their own on it.
func TestSizesOfLibraryModels(t *testing.T) {
	const text = `import timm, torch, torchvision
from torch import nn

class Headed(nn.Module):
    def __init__(self, backbone, width):
        super().__init__()
        self.backbone, self.head = backbone, nn.Linear(width(backbone), 10)

    def forward(self, x):
        y = self.backbone(x)
        return self.head(y + torch.zeros(y.shape, dtype=y.dtype, layout=y.layout, device=y.device))

def efficient():
    return Headed(timm.create_model("efficientnet_b0", num_classes=0), lambda b: b.num_features)

def stages():
    return Headed(timm.create_model("resnet18", num_classes=0), lambda b: b.feature_info[-1]["num_chs"])

def vit():
    return Headed(timm.create_model("vit_tiny_patch16_224", num_classes=0), lambda b: b.embed_dim)

def plain():
    made = torchvision.models.vit_b_32()
    made.heads = nn.Identity()
    return Headed(made, lambda b: b.hidden_dim)

def unsaid():
    return Headed(timm.create_model("resnet18", num_classes=0), lambda b: b.grad_checkpointing)
`
	for name, parameters := range map[string]int64{"efficient": 4_007_548 + 12_810, "stages": 11_176_512 + 5_130, "vit": 5_524_416 + 1_930, "plain": 87_455_232 + 7_690} {
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: name, Inputs: inputsOf(t, "2x3x224x224")})
		if err != nil {
			t.Fatal(err)
		}
		if !a.Ran || a.Parameters != parameters {
			t.Errorf("%s: %d parameters, %+v", name, a.Parameters, a.Unknown)
		}
	}
	if a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "unsaid", Inputs: inputsOf(t, "2x3x224x224")}); err != nil || a.Ran {
		t.Error("what nobody recorded is not known", err)
	}
}
