package model

import (
	"fmt"
	"testing"
)

// TestLossesKeep: bytes that torch 2.15 kept on a CPU beside the input, for 256 rows of 32 numbers behind a layer;
// without the buffer of logsigmoid, which only a CPU has.
func TestLossesKeep(t *testing.T) {
	const net = `import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(32, 32)

    def forward(self, x):
        v = self.fc(x)
        return %s
`
	const ctc = "(v.view(-1, 16, 32).log_softmax(2), torch.ones(16, 10, dtype=torch.long), torch.full((16,), 16, dtype=torch.long), torch.full((16,), 10, dtype=torch.long))"
	const input = 256 * 32 * 4
	for loss, want := range map[string]int64{
		"F.triplet_margin_loss(v, v.flip(0), v.roll(1, 0))":                                                  68608,
		"nn.TripletMarginLoss(swap=True)(v, v.flip(0), v.roll(1, 0))":                                        102400,
		"nn.CosineEmbeddingLoss()(v, v.flip(0), torch.ones(256))":                                            71168,
		"nn.MarginRankingLoss()(v[:, :16], v[:, 16:], torch.ones_like(v[:, 16:]))":                           32768,
		"F.hinge_embedding_loss(v, torch.ones_like(v))":                                                      49152,
		"nn.GaussianNLLLoss()(v, torch.ones_like(v), v.exp())":                                               131072,
		"nn.PoissonNLLLoss()(v, torch.ones_like(v))":                                                         65536,
		"nn.MultiLabelSoftMarginLoss()(v, torch.ones_like(v))":                                               196608 - 2*input,
		"nn.MultiMarginLoss()(v, torch.zeros(256, dtype=torch.long))":                                        34816,
		"F.cross_entropy(v, torch.zeros(256, dtype=torch.long), weight=torch.ones(32), label_smoothing=0.1)": 35208,
		"nn.CTCLoss()" + ctc:                                                                  55680,
		"nn.CTCLoss(zero_infinity=True)" + ctc:                                                55696,
		"nn.LocalResponseNorm(5)(v.view(-1, 8, 32, 32)).sum()":                                147456,
		"nn.utils.rnn.pad_sequence([v[:128], v[128:]], batch_first=True).sum()":               0,
		"v.clone(memory_format=torch.contiguous_format).sum()":                                0,
		"torch.diff(v).sum() + torch.dstack([v, v]).sum() + torch.column_stack([v, v]).sum()": 0,
		"(v + nn.Transformer.generate_square_subsequent_mask(32)[0]).sum()":                   0,
	} {
		a, err := build(t, files{"m.py": fmt.Sprintf(net, loss)}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "256x32")})
		switch {
		case err != nil:
			t.Fatal(err)
		case len(a.Unknown) > 0:
			t.Errorf("%s: %+v", loss, a.Unknown)
		case a.Saved-input != want:
			t.Errorf("%s: keeps %d bytes, want %d", loss, a.Saved-input, want)
		}
	}
}

// TestAreaLosses: the same of the losses of segmentation_models_pytorch 0.6. What is taken off is the
// buffer of logsigmoid, which only a CPU has.
func TestAreaLosses(t *testing.T) {
	const net = `import torch
from torch import nn
import segmentation_models_pytorch as smp


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(32, 32)
        self.loss = smp.losses.%s

    def forward(self, x):
        v = self.fc(x)
        return self.loss(%s)
`
	const input = 256 * 32 * 4
	for loss, c := range map[string]struct {
		fed  string
		want int64
	}{
		"DiceLoss('multiclass')":                   {"v.view(8, 32, 32), torch.zeros(8, 32, dtype=torch.long)", 98944},
		"DiceLoss(mode='binary', log_loss=True)":   {"v.view(8, 1, 32, 32), torch.ones(8, 1, 32, 32)", 131100 - 32768},
		"JaccardLoss('multilabel')":                {"v.view(8, 32, 32), torch.ones(8, 32, 32)", 131712 - 32768},
		"TverskyLoss('multiclass', gamma=2.0)":     {"v.view(8, 32, 32), torch.zeros(8, 32, dtype=torch.long)", 98948},
		"FocalLoss('binary', alpha=0.25)":          {"v, torch.ones_like(v)", 229376},
		"FocalLoss('multiclass')":                  {"v.view(128, 2, 32), torch.zeros(128, 32, dtype=torch.long)", 196608},
		"SoftBCEWithLogitsLoss(smooth_factor=0.1)": {"v, torch.ones_like(v)", 98304},
		"FocalLoss('binary', from_logits=False)":   {"v, torch.ones_like(v)", -1},
		"LovaszLoss('binary')":                     {"v, torch.ones_like(v)", -1},
	} {
		a, err := build(t, files{"m.py": fmt.Sprintf(net, loss, c.fed)}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "256x32")})
		switch {
		case err != nil:
			t.Fatal(err)
		case c.want < 0:
			if len(a.Unknown) == 0 {
				t.Errorf("%s is followed", loss)
			}
		case len(a.Unknown) > 0:
			t.Errorf("%s: %+v", loss, a.Unknown)
		case a.Saved-input != c.want:
			t.Errorf("%s: keeps %d bytes, want %d", loss, a.Saved-input, c.want)
		}
	}
}
