package built

import (
	"fmt"
	"strings"
	"testing"
)

// clouds are networks of the same framework on points, on pillars, and detectors that look twice.
const clouds = `
-- zoo/clouds.py --
import torch
from torch import nn
from mmcv.ops import QueryAndGroup, rotated_feature_align
from .builder import MODELS
@MODELS.register_module()
class Grouped(nn.Module):
    def __init__(self, width, in_channels=3):
        super().__init__()
        self.group = QueryAndGroup(0.2, 4)
        self.conv = nn.Conv2d(in_channels, width, 1)
    def forward(self, points):
        xyz = points[..., :3].contiguous()
        rest = points[..., 3:].transpose(1, 2).contiguous() if points.size(-1) > 3 else None
        return {'features': self.conv(self.group(xyz, xyz[:, :16].contiguous(), rest)).max(3)[0]}
@MODELS.register_module()
class Votes(nn.Module):
    def __init__(self, width, train_cfg=None, test_cfg=None):
        super().__init__()
        self.conv = nn.Conv1d(width, 7, 1)
    def forward(self, found):
        return {'boxes': self.conv(found['features'])}
@MODELS.register_module()
class Cloud(nn.Module):
    def __init__(self, backbone, bbox_head, data_preprocessor=None, train_cfg=None, test_cfg=None):
        super().__init__()
        self.backbone, self.bbox_head = MODELS.build(backbone), MODELS.build(bbox_head)
    def extract_feat(self, inputs):
        return self.backbone(torch.stack(inputs['points']))
@MODELS.register_module()
class Encoder(nn.Module):
    def __init__(self, in_channels, width):
        super().__init__()
        self.linear = nn.Linear(in_channels, width)
    def forward(self, features, num_points, coors, *args):
        return self.linear(features).max(1)[0]
@MODELS.register_module()
class PointPillarsScatter(nn.Module):
    def __init__(self, in_channels, output_shape):
        super().__init__()
        self.in_channels, self.ny, self.nx = in_channels, output_shape[0], output_shape[1]
    def forward(self, features, coors, batch_size):
        return [features[coors[:, 0] == i] for i in range(batch_size)]
@MODELS.register_module()
class Plain(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1)
    def forward(self, x):
        return [self.conv(x)]
@MODELS.register_module()
class CenterHead(nn.Module):
    def __init__(self, width, train_cfg=None, test_cfg=None):
        super().__init__()
        self.conv = nn.Conv2d(width, 3, 1)
    def forward(self, found):
        return ([{'heatmap': self.conv(found[0])}],)
@MODELS.register_module()
class OtherHead(CenterHead):
    pass
@MODELS.register_module()
class Pillars(nn.Module):
    def __init__(self, voxel_encoder, middle_encoder, backbone, bbox_head, data_preprocessor=None, train_cfg=None, test_cfg=None):
        super().__init__()
        self.voxel_encoder, self.middle_encoder = MODELS.build(voxel_encoder), MODELS.build(middle_encoder)
        self.backbone, self.bbox_head = MODELS.build(backbone), MODELS.build(bbox_head)
class Moved(nn.Module):
    def forward(self, x, rois):
        rows = [torch.cat(one) for one in zip(*rois)]
        return [one + rotated_feature_align(one, row, 1 / 8) for one, row in zip(x, rows)]
@MODELS.register_module()
class Twice(nn.Module):
    def __init__(self, backbone, bbox_head, refine_heads, train_cfg=None, test_cfg=None):
        super().__init__()
        self.backbone, self.bbox_head = MODELS.build(backbone), MODELS.build(bbox_head)
        self.feat_refine_module = nn.ModuleList([Moved() for _ in refine_heads])
        self.refine_head = nn.ModuleList([MODELS.build(one) for one in refine_heads])
    def extract_feat(self, img):
        return self.backbone(img)
`

// TestClouds: a step on points, on pillars, and of a detector that looks twice, as the framework takes it.
func TestClouds(t *testing.T) {
	const load, sample = "dict(type='LoadPointsFromFile', load_dim=6, use_dim=[0, 1, 2]%s)", "dict(type='PointSample', num_points=64)"
	data := func(width string, steps ...string) string {
		return "data = dict(train=dict(_delete_=True, type='Rooms', pipeline=[" + strings.Join(append([]string{fmt.Sprintf(load, width)}, steps...), ", ") + "]))\n"
	}
	const cloud = "model = dict(_delete_=True, type='Cloud', backbone=dict(type='Grouped', width=8%s), bbox_head=dict(type='Votes', width=8))\n"
	const pillars = "model = dict(_delete_=True, type='Pillars', data_preprocessor=dict(type='P', voxel=True%s, voxel_layer=dict(max_num_points=4, max_voxels=(32, 64))), " +
		"voxel_encoder=dict(type='Encoder', in_channels=3, width=8), middle_encoder=dict(type='PointPillarsScatter', in_channels=8, output_shape=(6, 5)), " +
		"backbone=dict(type='Plain', width=8), bbox_head=dict(type='%s', width=8))\n"
	const twice = "model = dict(_delete_=True, type='Twice', backbone=dict(type='Stages', widths=[8, 16]), bbox_head=dict(type='Dense', width=16, num_classes=5), " +
		"refine_heads=[dict(type='Dense', width=16, num_classes=5)])\n"
	for _, c := range []struct{ name, config, want string }{
		{"points", data("", sample) + fmt.Sprintf(cloud, ""), "Cloud 95 95 95 fed "},
		{"with their heights", data(", shift_height=True", sample) + fmt.Sprintf(cloud, ", in_channels=4"), "Cloud 103 103 103 fed "},
		{"as many as a scan has", data("") + fmt.Sprintf(cloud, ""), "Cloud 95 95 95 ? how many points its clouds have"},
		{"pillars", data("") + fmt.Sprintf(pillars, "", "CenterHead"), "Pillars 643 643 643 fed "},
		{"pillars made of all points", data("") + fmt.Sprintf(pillars, ", voxel_type='dynamic'", "CenterHead"),
			"Pillars 643 643 643 ? how many cells of its grid have points, and where they are"},
		{"a head of their own", data("") + fmt.Sprintf(pillars, "", "OtherHead"), "Pillars 643 643 643 ? what the losses of OtherHead take"},
		{"looks twice", twice, "Twice 1722 1722 1722 fed "},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepOf(t, fmt.Sprintf(zoo, "", "", c.config)+clouds); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	many, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", data("", sample)+fmt.Sprintf(cloud, ""))+clouds), 0)
	few, _ := Train(jobOf(t, fmt.Sprintf(zoo, "", "", data("", "dict(type='PointSample', num_points=32)")+fmt.Sprintf(cloud, ""))+clouds), 0)
	if many == nil || few == nil || many.Forward.Bytes <= few.Forward.Bytes {
		t.Errorf("64 points take no more than 32: %+v and %+v", many, few)
	}
}
