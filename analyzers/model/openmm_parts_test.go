package model

import "testing"

const openmmParts = `import torch
from torch import nn
from mmcv.cnn.bricks.transformer import FFN, BaseTransformerLayer, MultiheadAttention, PatchEmbed, PatchMerging, build_transformer_layer
from mmcv.ops import MultiScaleDeformableAttention

ATTENTION = dict(type='MultiheadAttention', embed_dims=32, num_heads=4)


def wide(act):
    return dict(type='FFN', embed_dims=32, feedforward_channels=64, num_fcs=2, ffn_drop=0., act_cfg=act)


class Cross(MultiheadAttention):
    def forward(self, q, kv, more, qpos, kpos):
        return super().forward(q, kv, more, query_pos=qpos, key_pos=kpos)


class Layer(BaseTransformerLayer):
    def forward(self, q, k, v, qpos, kpos):
        return super().forward(q, k, v, query_pos=qpos, key_pos=kpos)


class Merge(PatchMerging):
    def forward(self, x):
        return super().forward(x, (7, 9))


def attention():
    return MultiheadAttention(32, 4, attn_drop=0.)


def cross():
    return Cross(32, 4, batch_first=True)


def ffn():
    return FFN(32, 64, act_cfg=dict(type='GELU'), ffn_drop=0.)


def layer():
    return Layer(attn_cfgs=ATTENTION, ffn_cfgs=wide(dict(type='ReLU', inplace=True)),
                 operation_order=('self_attn', 'norm', 'cross_attn', 'norm', 'ffn', 'norm'))


def before():
    return build_transformer_layer(dict(type='BaseTransformerLayer', attn_cfgs=dict(ATTENTION), ffn_cfgs=wide(dict(type='GELU')),
                                        operation_order=('norm', 'self_attn', 'norm', 'ffn'), batch_first=True))


def embed():
    return PatchEmbed(3, 32, kernel_size=4, stride=4, norm_cfg=dict(type='LN'))


def merge():
    return Merge(8, 16)


class Sampled(MultiScaleDeformableAttention):
    def forward(self, q, v, pos, r):
        shapes, starts = torch.tensor([[2, 8], [2, 2]]), torch.tensor([0, 16])
        return super().forward(q, value=v, query_pos=pos, reference_points=r, spatial_shapes=shapes, level_start_index=starts)


def sampled():
    return Sampled(embed_dims=32, num_heads=4, num_levels=2, num_points=3, batch_first=True, dropout=0.)
`

// TestOpenMMTransformers: what mmcv's parts of transformers have and keep. Parameters and bytes are those of mmcv 2.1
// with torch 2.15, counted with saved_tensors_hooks.
func TestOpenMMTransformers(t *testing.T) {
	for _, c := range []struct {
		name, inputs      string
		parameters, saved int64
	}{
		{"attention", "7x2x32", 4224, 12320},
		{"cross", "2x7x32 2x9x32 2x9x32 2x7x32 2x9x32", 4224, 16608},
		{"ffn", "2x7x32", 4192, 8960},
		{"layer", "7x2x32 9x2x32 9x2x32 7x2x32 9x2x32", 12832, 41808},
		{"before", "2x7x32", 8544, 26880},
		{"embed", "2x3x30x34", 1632, 47232},
		{"merge", "2x63x8", 576, 10560},
		{"sampled", "2x7x32 2x20x32 2x7x32 2x7x2x2", 4488, 17936}, // by its kernel's own wrapper, which the CPU has not
	} {
		a, err := build(t, files{"m.py": openmmParts}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, c.inputs)})
		if err != nil {
			t.Fatal(err)
		}
		if a.Parameters != c.parameters || a.Saved != c.saved {
			t.Errorf("%s: %d parameters, %d bytes kept, not %d and %d: %v", c.name, a.Parameters, a.Saved, c.parameters, c.saved, a.Unknown)
		}
	}
}

const openmmPoints = `import torch
from torch import nn
from mmcv.ops import GroupAll, PointsSampler, QueryAndGroup, gather_points, three_interpolate, three_nn


class Abstraction(nn.Module):
    def __init__(self, n=5, radius=0.2, mode='D-FPS'):
        super().__init__()
        self.sampler = PointsSampler([n], [mode])
        self.group = QueryAndGroup(radius, 4, normalize_xyz=radius is not None)
        self.mlp = nn.Conv2d(3 + 8, 16, 1, bias=False)

    def forward(self, xyz, features):
        which = self.sampler(xyz, features)
        center = gather_points(xyz.transpose(1, 2).contiguous(), which).transpose(1, 2).contiguous()
        return self.mlp(self.group(xyz, center, features))


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.group = GroupAll()
        self.mlp = nn.Conv2d(3 + 8, 16, 1, bias=False)

    def forward(self, xyz, features):
        return self.mlp(self.group(xyz, None, features))


class Spread(nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = nn.Conv1d(8, 16, 1, bias=False)

    def forward(self, target, source, features):
        distance, which = three_nn(target, source)
        return self.mlp(three_interpolate(features, which, (1.0 / distance).contiguous()))


def by_features():
    return Abstraction(mode='F-FPS')


def by_both():
    return Abstraction(mode='FS')


def nearest():
    return Abstraction(radius=None)
`

// TestOpenMMPoints: what the kernels for clouds of points give: what a convolution behind them keeps is all that is
// kept.
func TestOpenMMPoints(t *testing.T) {
	for _, c := range []struct {
		name, inputs, output string
		saved                int64
	}{
		{"Abstraction", "2x20x3 2x8x20", "2x16x5x4", 2 * 11 * 5 * 4 * 4},
		{"by_features", "2x20x3 2x8x20", "2x16x5x4", 2 * 11 * 5 * 4 * 4},
		{"by_both", "2x20x3 2x8x20", "2x16x10x4", 2 * 11 * 10 * 4 * 4},
		{"nearest", "2x20x3 2x8x20", "2x16x5x4", 2 * 11 * 5 * 4 * 4},
		{"Whole", "2x20x3 2x8x20", "2x16x1x20", 2 * 11 * 20 * 4},
		{"Spread", "2x20x3 2x5x3 2x8x5", "2x16x20", 2 * 8 * 20 * 4},
	} {
		a, err := build(t, files{"m.py": openmmPoints}, "m.py", Request{Name: c.name, Inputs: inputsOf(t, c.inputs)})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Unknown) > 0 || len(a.Outputs) != 1 || (Kept{Shape: a.Outputs[0]}).Text() != c.output || a.Saved != c.saved {
			t.Errorf("%s: gives %v and keeps %d bytes, not %s and %d: %v", c.name, a.Outputs, a.Saved, c.output, c.saved, a.Unknown)
		}
	}
}
