package model

import "testing"

// TestUNet2DModel: diffusers' UNet is made of what 0.42 makes it of; the parameters were counted there.
func TestUNet2DModel(t *testing.T) {
	for name, c := range map[string]struct {
		arguments  string
		parameters int64
		unknown    bool
	}{
		"the usual blocks": {"sample_size=32, block_out_channels=(64, 64, 128, 128)", 7549955, false},
		"scale and shift": {"sample_size=32, layers_per_block=1, block_out_channels=(32, 64), down_block_types=('AttnDownBlock2D', 'DownBlock2D'), " +
			"up_block_types=('UpBlock2D', 'AttnUpBlock2D'), dropout=0.1, resnet_time_scale_shift='scale_shift'", 718595, false},
		"resized by residual blocks": {"sample_size=32, block_out_channels=(32, 64, 64), down_block_types=('DownBlock2D', 'AttnDownBlock2D', 'AttnDownBlock2D'), " +
			"up_block_types=('AttnUpBlock2D', 'AttnUpBlock2D', 'UpBlock2D'), downsample_type='resnet', upsample_type='resnet', attention_head_dim=None, " +
			"downsample_padding=0, add_attention=False", 1827715, false},
		"blocks of another kind": {"block_out_channels=(32, 64), down_block_types=('SkipDownBlock2D', 'DownBlock2D'), up_block_types=('UpBlock2D', 'SkipUpBlock2D')", 0, true},
	} {
		text := "import torch\nfrom diffusers import UNet2DModel\nclass Net(UNet2DModel):\n    def __init__(self):\n        super().__init__(" + c.arguments +
			")\n    def forward(self, x):\n        out = super().forward(x, torch.zeros(2, dtype=torch.long))\n        assert out[0] is out.sample\n        return out.sample\n"
		a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "2x3x32x32")})
		switch {
		case c.unknown:
			if err == nil && len(a.Unknown) == 0 {
				t.Errorf("%s: %+v", name, a)
			}
		case err != nil || len(a.Unknown) > 0 || a.Parameters != c.parameters || !a.Ran:
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
}

// TestTimestepEmbedding: diffusers' embeddings of time in somebody's own network; the numbers are those of 0.42 with
// torch 2.15.
func TestTimestepEmbedding(t *testing.T) {
	const text = "import torch\nfrom torch import nn\n" +
		"from diffusers.models.embeddings import Timesteps, TimestepEmbedding, get_timestep_embedding\n" +
		"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		"        self.p = Timesteps(33, True, 0, scale=2)\n" +
		"        self.e = TimestepEmbedding(33, 64, out_dim=48, cond_proj_dim=8, post_act_fn='mish')\n" +
		"        self.l = nn.Linear(16, 48)\n    def forward(self, t, c):\n" +
		"        return self.e(self.p(t), c) + self.l(get_timestep_embedding(t, 16))\n"
	a, err := build(t, files{"m.py": text}, "m.py", Request{Name: "Net", Inputs: inputsOf(t, "2 2x8")})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Ran || a.Parameters != 6376 || a.Saved != 1864 {
		t.Errorf("%d parameters, %d bytes kept, %v", a.Parameters, a.Saved, a.Unknown)
	}
}

// TestPublishedUNet: what the UNets of DDPM were published with; the parameters are those that diffusers 0.42 counts.
func TestPublishedUNet(t *testing.T) {
	for name, parameters := range map[string]int64{
		"google/ddpm-cifar10-32": 35746307, "google/ddpm-ema-church-256": 113673219, "somebody/ddpm-roads": 0,
	} {
		a, err := build(t, files{"m.py": "from diffusers import UNet2DModel\ndef net():\n    return UNet2DModel.from_pretrained('" + name + "')\n"},
			"m.py", Request{Name: "net"})
		if err != nil {
			t.Fatal(err)
		}
		if a.Built != (parameters > 0) || a.Parameters != parameters {
			t.Errorf("%s: %d parameters, %v", name, a.Parameters, a.Unknown)
		}
	}
}
