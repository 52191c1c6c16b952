"""mmcv's attention that samples a few places of several feature maps, as Deformable DETR has it."""
import torch
from mmcv.runner import BaseModule
from mmengine.registry import MODELS
from torch import nn
from torch.autograd import Function


class MultiScaleDeformableAttnFunction(Function):
    @staticmethod
    def forward(ctx, value, value_spatial_shapes, value_level_start_index, sampling_locations, attention_weights, im2col_step):
        sampling_locations, attention_weights = sampling_locations.type_as(value), attention_weights.type_as(value)
        ctx.save_for_backward(value, value_spatial_shapes, value_level_start_index, sampling_locations, attention_weights)
        return value.new_zeros(value.size(0), sampling_locations.size(1), value.size(2) * value.size(3))

    @staticmethod
    def backward(ctx, grad):
        value, _, _, places, weights = ctx.saved_tensors
        return torch.zeros_like(value), None, None, torch.zeros_like(places), torch.zeros_like(weights), None


@MODELS.register_module()
class MultiScaleDeformableAttention(BaseModule):
    def __init__(self, embed_dims=256, num_heads=8, num_levels=4, num_points=4, im2col_step=64, dropout=0.1, batch_first=False,
                 norm_cfg=None, init_cfg=None, value_proj_ratio=1.0):
        super().__init__(init_cfg)
        if embed_dims % num_heads != 0:
            raise ValueError(f"embed_dims must be divisible by num_heads, but got {embed_dims} and {num_heads}")
        self.norm_cfg, self.batch_first, self.im2col_step = norm_cfg, batch_first, im2col_step
        self.embed_dims, self.num_heads, self.num_levels, self.num_points = embed_dims, num_heads, num_levels, num_points
        self.dropout = nn.Dropout(dropout)
        self.sampling_offsets = nn.Linear(embed_dims, num_heads * num_levels * num_points * 2)
        self.attention_weights = nn.Linear(embed_dims, num_heads * num_levels * num_points)
        wide = int(embed_dims * value_proj_ratio)
        self.value_proj, self.output_proj = nn.Linear(embed_dims, wide), nn.Linear(wide, embed_dims)

    def init_weights(self):
        self._is_init = True

    def forward(self, query, key=None, value=None, identity=None, query_pos=None, key_padding_mask=None, reference_points=None,
                spatial_shapes=None, level_start_index=None, **kwargs):
        value = query if value is None else value
        identity = query if identity is None else identity
        if query_pos is not None:
            query = query + query_pos
        if not self.batch_first:
            query, value = query.permute(1, 0, 2), value.permute(1, 0, 2)
        images, queries, _ = query.shape
        places = value.shape[1]
        value = self.value_proj(value)
        if key_padding_mask is not None:
            value = value.masked_fill(key_padding_mask[..., None], 0.0)
        value = value.view(images, places, self.num_heads, -1)
        offsets = self.sampling_offsets(query).view(images, queries, self.num_heads, self.num_levels, self.num_points, 2)
        weights = self.attention_weights(query).view(images, queries, self.num_heads, self.num_levels * self.num_points)
        weights = weights.softmax(-1)
        weights = weights.view(images, queries, self.num_heads, self.num_levels, self.num_points)
        if reference_points.shape[-1] == 2:
            wide = torch.stack([spatial_shapes[..., 1], spatial_shapes[..., 0]], -1)
            locations = reference_points[:, :, None, :, None, :] + offsets / wide[None, None, None, :, None, :]
        elif reference_points.shape[-1] == 4:
            locations = reference_points[:, :, None, :, None, :2] + offsets / self.num_points * reference_points[:, :, None, :, None, 2:] * 0.5
        else:
            raise ValueError(f"Last dim of reference_points must be 2 or 4, but get {reference_points.shape[-1]} instead.")
        out = MultiScaleDeformableAttnFunction.apply(value, spatial_shapes, level_start_index, locations, weights, self.im2col_step)
        out = self.output_proj(out)
        if not self.batch_first:
            out = out.permute(1, 0, 2)
        return self.dropout(out) + identity
