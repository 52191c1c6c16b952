package model

import "testing"

const timmHeirs = `from functools import partial
import torch
from torch import nn
import timm.models.vision_transformer


class Own(timm.models.vision_transformer.VisionTransformer):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.fc_norm = kwargs['norm_layer'](kwargs['embed_dim'])
        del self.norm

    def forward_features(self, x):
        B = x.shape[0]
        x = self.patch_embed(x)
        x = torch.cat((self.cls_token.expand(B, -1, -1), x), dim=1) + self.pos_embed
        x = self.pos_drop(x)
        for blk in self.blocks:
            x = blk(x)
        return self.fc_norm(x[:, 1:, :].mean(dim=1))

    def forward(self, x):
        return self.head(self.forward_features(x))


def own():
    return Own(patch_size=16, embed_dim=192, depth=4, num_heads=3, mlp_ratio=4, qkv_bias=True, norm_layer=partial(nn.LayerNorm, eps=1e-6), num_classes=10, drop_path_rate=0.1, global_pool="token")


def plain():
    return timm.models.vision_transformer.VisionTransformer(img_size=64, patch_size=8, embed_dim=128, depth=3, num_heads=4, num_classes=7)


def pooled():
    return timm.models.vision_transformer.VisionTransformer(img_size=64, patch_size=8, embed_dim=128, depth=3, num_heads=4, num_classes=7, global_pool="avg", class_token=False, init_values=1e-5, reg_tokens=2, no_embed_class=True)
`

// TestHeirsOfTimm: timm's VisionTransformer as people inherit from it. Parameters and bytes beside them are what torch
// 2.15 with timm 1.0.31 counted on a CPU, whose masks and attention take a few bytes otherwise.
func TestHeirsOfTimm(t *testing.T) {
	for _, c := range []struct {
		name, input       string
		parameters, saved int64
	}{
		{"own", "4x3x224x224", 1_967_434, 41_234_752}, {"plain", "4x3x64x64", 629_127, 6_879_648},
		{"pooled", "4x3x64x64", 629_895, 7_525_152},
	} {
		a, err := build(t, files{"m.py": timmHeirs}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, c.input)})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Unknown) > 0 || a.Parameters != c.parameters || a.Saved < c.saved || a.Saved > c.saved+8<<10 {
			t.Errorf("%s: %d parameters, %d bytes, want %d, %d; %+v", c.name, a.Parameters, a.Saved, c.parameters, c.saved, a.Unknown)
		}
	}
}
