"""mmcv.ops: kernels of its own, as memory sees them."""
import torch
import torch.nn.functional as F
from mmcv.cnn import CONV_LAYERS, ConvAWS2d, ConvModule, Scale
from torch import nn
from torch.autograd import Function
from torch.nn.modules.utils import _pair


class DeformFunction(Function):
    """Columns as in an unfolded convolution are made in both passes, of so many images at once."""

    @staticmethod
    def forward(ctx, x, offset, mask, weight, bias, stride, padding, dilation, images):
        ctx.save_for_backward(x, offset, mask, weight, bias)
        ctx.images = images
        size = [(x.size(2 + i) + 2 * padding[i] - dilation[i] * (weight.size(2 + i) - 1) - 1) // stride[i] + 1 for i in range(2)]
        columns = x.new_empty(x.size(1) * weight.size(2) * weight.size(3), images * size[0] * size[1])
        return x.new_empty(x.size(0), weight.size(0), *size)

    @staticmethod
    def backward(ctx, grad):
        x, offset, mask, weight, bias = ctx.saved_tensors
        columns = x.new_empty(x.size(1) * weight.size(2) * weight.size(3), ctx.images * grad.size(2) * grad.size(3))
        grads = [None if one is None else torch.empty_like(one) for one in (x, offset, mask, weight, bias)]
        return grads[0], grads[1], grads[2], grads[3], grads[4], None, None, None, None


def deform_conv2d(input, offset, weight, stride=1, padding=0, dilation=1, groups=1, deform_groups=1, bias=False, im2col_step=32):
    images = min(im2col_step, input.size(0))
    return DeformFunction.apply(input, offset, None, weight, None, _pair(stride), _pair(padding), _pair(dilation), images)


def modulated_deform_conv2d(input, offset, mask, weight, bias=None, stride=1, padding=0, dilation=1, groups=1, deform_groups=1):
    return DeformFunction.apply(input, offset, mask, weight, bias, _pair(stride), _pair(padding), _pair(dilation), 1)


class DeformConv2d(nn.Module):
    parts = 2

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, deform_groups=1, bias=False,
                 im2col_step=32, deformable_groups=None):
        super().__init__()
        self.in_channels, self.out_channels, self.kernel_size, self.stride = in_channels, out_channels, _pair(kernel_size), _pair(stride)
        self.padding, self.dilation, self.groups, self.im2col_step = _pair(padding), _pair(dilation), groups, im2col_step
        self.deform_groups = deformable_groups or deform_groups
        self.transposed, self.output_padding = False, (0, 0)
        self.weight = nn.Parameter(torch.empty(out_channels, in_channels // groups, *self.kernel_size))
        if bias and self.parts == 3:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.bias = None

    def offsets(self):
        return nn.Conv2d(self.in_channels, self.deform_groups * self.parts * self.kernel_size[0] * self.kernel_size[1], kernel_size=self.kernel_size,
                         stride=self.stride, padding=self.padding, dilation=self.dilation, bias=True)

    def forward(self, x, offset):
        return deform_conv2d(x, offset, self.weight, self.stride, self.padding, self.dilation, self.groups, self.deform_groups, False,
                             self.im2col_step)


@CONV_LAYERS.register_module("DCN")
class DeformConv2dPack(DeformConv2d):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.conv_offset = self.offsets()

    def forward(self, x):
        return super().forward(x, self.conv_offset(x))


class ModulatedDeformConv2d(DeformConv2d):
    parts = 3

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, deform_groups=1, bias=True, **kwargs):
        super().__init__(in_channels, out_channels, kernel_size, stride, padding, dilation, groups, deform_groups, bias, **kwargs)

    def forward(self, x, offset, mask):
        return modulated_deform_conv2d(x, offset, mask, self.weight, self.bias, self.stride, self.padding, self.dilation)


@CONV_LAYERS.register_module("DCNv2")
class ModulatedDeformConv2dPack(ModulatedDeformConv2d):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.conv_offset = self.offsets()

    def forward(self, x):
        o1, o2, mask = torch.chunk(self.conv_offset(x), 3, dim=1)
        return super().forward(x, torch.cat((o1, o2), dim=1), torch.sigmoid(mask))


@CONV_LAYERS.register_module(name="SAC")
class SAConv2d(ConvAWS2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, use_deform=False):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation, groups=groups, bias=bias)
        self.use_deform = use_deform
        self.switch = nn.Conv2d(in_channels, 1, kernel_size=1, stride=stride, bias=True)
        self.weight_diff = nn.Parameter(torch.empty(self.weight.size()))
        self.pre_context = nn.Conv2d(in_channels, in_channels, kernel_size=1, bias=True)
        self.post_context = nn.Conv2d(out_channels, out_channels, kernel_size=1, bias=True)
        if use_deform:
            self.offset_s = nn.Conv2d(in_channels, 18, kernel_size=3, padding=1, stride=stride, bias=True)
            self.offset_l = nn.Conv2d(in_channels, 18, kernel_size=3, padding=1, stride=stride, bias=True)

    def convolved(self, x, around, weight, offset, wide):
        padding, dilation = tuple(wide * p for p in self.padding), tuple(wide * d for d in self.dilation)
        if self.use_deform:
            return deform_conv2d(x, offset(around), weight, self.stride, padding, dilation, self.groups, 1)
        return F.conv2d(x, weight, None, self.stride, padding, dilation, self.groups)

    def forward(self, x):
        x = x + self.pre_context(F.adaptive_avg_pool2d(x, output_size=1)).expand_as(x)
        around = F.avg_pool2d(F.pad(x, pad=(2, 2, 2, 2), mode="reflect"), kernel_size=5, stride=1, padding=0)
        switch = self.switch(around)
        weight = self._get_weight(self.weight)
        near = self.convolved(x, around, weight, self.offset_s if self.use_deform else None, 1)
        weight = weight + self.weight_diff
        far = self.convolved(x, around, weight, self.offset_l if self.use_deform else None, 3)
        out = switch * near + (1 - switch) * far
        return out + self.post_context(F.adaptive_avg_pool2d(out, output_size=1)).expand_as(out)


class MaskedConv2d(nn.Conv2d):
    def forward(self, input, mask=None):
        if mask is not None:
            return trainlint.unknown("what a masked convolution takes")
        return super().forward(input)


class RoIAlignFunction(Function):
    @staticmethod
    def forward(ctx, input, rois, size, spatial_scale):
        ctx.save_for_backward(rois)
        ctx.input_shape = input.size()
        return input.new_zeros(rois.size(0), input.size(1), *size)

    @staticmethod
    def backward(ctx, grad):
        return grad.new_zeros(ctx.input_shape), None, None, None


def roi_align(input, rois, output_size, spatial_scale=1.0, sampling_ratio=0, pool_mode="avg", aligned=True):
    return RoIAlignFunction.apply(input, rois, _pair(output_size), spatial_scale)


class TINShiftFunction(Function):
    """Channels move along the frames into a new tensor; only the shifts are kept."""

    @staticmethod
    def forward(ctx, input, shift):
        if input.size(0) != shift.size(0):
            raise ValueError("The first dim (batch) of `input` and `shift` should be same, but got {} and {}.".format(input.size(0), shift.size(0)))
        channels, segments = input.size(2), shift.size(1)
        if channels // segments <= 0 or channels % segments != 0:
            raise ValueError("C // num_segments should be a positive number and C % num_segments equal to 0")
        ctx.save_for_backward(shift)
        return torch.zeros_like(input)

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(grad), torch.zeros_like(ctx.saved_tensors[0])


def tin_shift(input, shift):
    return TINShiftFunction.apply(input, shift)


class PSAMaskFunction(Function):
    """A map of how each place attends to those around it becomes one of how it attends to all; only sizes are kept."""

    @staticmethod
    def forward(ctx, input, mask_size):
        n, channels, h, w = input.size()
        if channels != mask_size[0] * mask_size[1]:
            raise AssertionError()
        ctx.input_shape = input.size()
        return input.new_zeros((n, h * w, h, w))

    @staticmethod
    def backward(ctx, grad):
        return grad.new_zeros(ctx.input_shape), None


class PSAMask(nn.Module):
    def __init__(self, psa_type, mask_size=None):
        super().__init__()
        self.psa_type, self.mask_size = psa_type, mask_size

    def forward(self, input):
        return PSAMaskFunction.apply(input, self.mask_size)


class CrissCrossAttention(nn.Module):
    """Each place attends to its row and its column."""

    def __init__(self, in_channels):
        super().__init__()
        self.query_conv, self.key_conv = nn.Conv2d(in_channels, in_channels // 8, 1), nn.Conv2d(in_channels, in_channels // 8, 1)
        self.value_conv = nn.Conv2d(in_channels, in_channels, 1)
        self.gamma = Scale(0.0)
        self.in_channels = in_channels

    def forward(self, x):
        n, _, h, w = x.size()
        query, key, value = self.query_conv(x), self.key_conv(x), self.value_conv(x)
        itself = torch.diag(x.new_zeros(h))  # minus infinity where a place would meet itself twice
        column = (torch.einsum("bchw,bciw->bwhi", query, key) + itself).transpose(1, 2)
        row = torch.einsum("bchw,bchj->bhwj", query, key)
        attention = F.softmax(torch.cat([column, row], dim=-1), dim=-1)
        out = torch.einsum("bciw,bhwi->bchw", value, attention[..., :h])
        out = out + torch.einsum("bchj,bhwj->bchw", value, attention[..., h:])
        return (self.gamma(out) + x).contiguous()


def point_sample(input, points, align_corners=False, **kwargs):
    """The values of a map at points between 0 and 1."""
    flat = points.dim() == 3
    if flat:
        points = points.unsqueeze(2)
    out = F.grid_sample(input, points * 2.0 - 1.0, align_corners=align_corners, **kwargs)
    return out.squeeze(3) if flat else out


def box_iou_rotated(bboxes1, bboxes2, mode="iou", aligned=False, clockwise=True):
    if aligned:
        return bboxes1.new_zeros(bboxes1.size(0))
    return bboxes1.new_zeros(bboxes1.size(0), bboxes2.size(0))


class RoIAlign(nn.Module):
    def __init__(self, output_size, spatial_scale=1.0, sampling_ratio=0, pool_mode="avg", aligned=True, use_torchvision=False):
        super().__init__()
        self.output_size, self.spatial_scale = _pair(output_size), float(spatial_scale)

    def forward(self, input, rois):
        return roi_align(input, rois, self.output_size, self.spatial_scale)


class RoIAlignRotated(nn.Module):
    def __init__(self, output_size=None, spatial_scale=1.0, sampling_ratio=0, aligned=True, clockwise=False, out_size=None, sample_num=None):
        super().__init__()
        self.output_size, self.spatial_scale = _pair(output_size or out_size), float(spatial_scale)

    def forward(self, input, rois):
        return roi_align(input, rois, self.output_size, self.spatial_scale)


class DeformRoIPoolPack(nn.Module):
    """The offsets of a first pooling decide where a second one looks."""

    def __init__(self, output_size, output_channels, deform_fc_channels=1024, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        super().__init__()
        self.output_size, self.output_channels, self.spatial_scale = _pair(output_size), output_channels, spatial_scale
        area = self.output_size[0] * self.output_size[1]
        self.offset_fc = nn.Sequential(nn.Linear(area * output_channels, deform_fc_channels), nn.ReLU(inplace=True),
                                       nn.Linear(deform_fc_channels, deform_fc_channels), nn.ReLU(inplace=True),
                                       nn.Linear(deform_fc_channels, area * 2))

    def offsets(self, input, rois):
        x = roi_align(input, rois, self.output_size, self.spatial_scale)
        return self.offset_fc(x.view(rois.size(0), -1)).view(rois.size(0), 2, *self.output_size)

    def forward(self, input, rois):
        return DeformRoIPoolFunction.apply(input, rois, self.offsets(input, rois), self.output_size)


class ModulatedDeformRoIPoolPack(DeformRoIPoolPack):
    def __init__(self, output_size, output_channels, deform_fc_channels=1024, spatial_scale=1.0, sampling_ratio=0, gamma=0.1):
        super().__init__(output_size, output_channels, deform_fc_channels, spatial_scale, sampling_ratio, gamma)
        area = self.output_size[0] * self.output_size[1]
        self.mask_fc = nn.Sequential(nn.Linear(area * output_channels, deform_fc_channels), nn.ReLU(inplace=True),
                                     nn.Linear(deform_fc_channels, area), nn.Sigmoid())

    def forward(self, input, rois):
        x = roi_align(input, rois, self.output_size, self.spatial_scale)
        flat = x.view(rois.size(0), -1)
        offset = self.offset_fc(flat).view(rois.size(0), 2, *self.output_size)
        mask = self.mask_fc(flat).view(rois.size(0), 1, *self.output_size)
        return DeformRoIPoolFunction.apply(input, rois, offset, self.output_size) * mask


class DeformRoIPoolFunction(Function):
    @staticmethod
    def forward(ctx, input, rois, offset, size):
        ctx.save_for_backward(input, rois, offset)
        return input.new_zeros(rois.size(0), input.size(1), *size)

    @staticmethod
    def backward(ctx, grad):
        input, rois, offset = ctx.saved_tensors
        return torch.zeros_like(input), None, torch.zeros_like(offset), None


class CARAFEFunction(Function):
    @staticmethod
    def forward(ctx, features, masks, scale_factor):
        n, c, h, w = features.size()
        output = features.new_zeros(n, c, h * scale_factor, w * scale_factor)
        routput = torch.zeros_like(output)
        rfeatures = torch.zeros_like(features)
        rmasks = torch.zeros_like(masks)
        ctx.save_for_backward(features, masks, rfeatures)
        return output

    @staticmethod
    def backward(ctx, grad):
        features, masks, rfeatures = ctx.saved_tensors
        turned = [torch.zeros_like(grad), torch.zeros_like(grad), torch.zeros_like(features), torch.zeros_like(masks)]
        return torch.zeros_like(features), torch.zeros_like(masks), None


def carafe(features, masks, kernel_size, group_size, scale_factor):
    return CARAFEFunction.apply(features, masks, scale_factor)


class CARAFEPack(nn.Module):
    def __init__(self, channels, scale_factor, up_kernel=5, up_group=1, encoder_kernel=3, encoder_dilation=1, compressed_channels=64):
        super().__init__()
        self.scale_factor, self.up_kernel, self.up_group = scale_factor, up_kernel, up_group
        self.channel_compressor = nn.Conv2d(channels, compressed_channels, 1)
        self.content_encoder = nn.Conv2d(compressed_channels, up_kernel * up_kernel * up_group * scale_factor * scale_factor, encoder_kernel,
                                         padding=int((encoder_kernel - 1) * encoder_dilation / 2), dilation=encoder_dilation)

    def init_weights(self):
        pass

    def forward(self, x):
        mask = F.pixel_shuffle(self.content_encoder(self.channel_compressor(x)), self.scale_factor)
        n, c, h, w = mask.size()
        mask = mask.view(n, int(c / float(self.up_kernel**2)), -1, h, w)
        mask = F.softmax(mask, dim=2, dtype=mask.dtype).view(n, c, h, w).contiguous()
        return carafe(x, mask, self.up_kernel, self.up_group, self.scale_factor)


class RotatedAlign(Function):
    @staticmethod
    def forward(ctx, features, boxes):
        ctx.save_for_backward(boxes)
        return torch.zeros_like(features)

    @staticmethod
    def backward(ctx, grad):
        out = torch.zeros_like(grad)
        grad = grad.contiguous()
        return out, None


def rotated_feature_align(features, best_rbboxes, spatial_scale=1 / 8, points=1):
    return RotatedAlign.apply(features, best_rbboxes)


class ActiveRotatedFilter(Function):
    @staticmethod
    def forward(ctx, input, indices):
        ctx.save_for_backward(input, indices)
        return input.new_zeros(input.size(0) * indices.size(3), input.size(1) * input.size(2), input.size(3), input.size(4))

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(ctx.saved_tensors[0]), None


active_rotated_filter = ActiveRotatedFilter.apply


class FocalFunction(Function):
    @staticmethod
    def forward(ctx, input, target, weight):
        ctx.save_for_backward(input, target, weight)
        return input.new_zeros(input.size())

    @staticmethod
    def backward(ctx, grad):
        return torch.zeros_like(ctx.saved_tensors[0]), None, None


def sigmoid_focal_loss(input, target, gamma=2.0, alpha=0.25, weight=None, reduction="mean"):
    loss = FocalFunction.apply(input, target, weight)
    return loss if reduction == "none" else loss.sum()


class BaseMergeCell(nn.Module):
    def __init__(self, fused_channels=256, out_channels=256, with_out_conv=True, out_conv_cfg=dict(groups=1, kernel_size=3, padding=1, bias=True),
                 out_norm_cfg=None, out_conv_order=("act", "conv", "norm"), with_input1_conv=False, with_input2_conv=False, input_conv_cfg=None,
                 input_norm_cfg=None, upsample_mode="nearest"):
        super().__init__()
        self.with_out_conv, self.upsample_mode = with_out_conv, upsample_mode
        self.input1_conv = self.conv_of(out_channels, input_conv_cfg, input_norm_cfg) if with_input1_conv else nn.Sequential()
        self.input2_conv = self.conv_of(out_channels, input_conv_cfg, input_norm_cfg) if with_input2_conv else nn.Sequential()
        if with_out_conv:
            self.out_conv = ConvModule(fused_channels, out_channels, **out_conv_cfg, norm_cfg=out_norm_cfg, order=out_conv_order)

    def conv_of(self, channels, conv_cfg, norm_cfg):
        return ConvModule(channels, channels, 3, padding=1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, bias=True)

    def _resize(self, x, size):
        if x.shape[-2:] == size:
            return x
        if x.shape[-2] < size[-2]:
            return F.interpolate(x, size=size, mode=self.upsample_mode)
        kernel = x.shape[-1] // size[-1]
        return F.max_pool2d(x, kernel_size=kernel, stride=kernel)

    def forward(self, x1, x2, out_size=None):
        if out_size is None:
            out_size = max(x1.size()[2:], x2.size()[2:])
        x1 = self._resize(self.input1_conv(x1), out_size)
        x2 = self._resize(self.input2_conv(x2), out_size)
        x = self._binary_op(x1, x2)
        return self.out_conv(x) if self.with_out_conv else x


class SumCell(BaseMergeCell):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__(in_channels, out_channels, **kwargs)

    def _binary_op(self, x1, x2):
        return x1 + x2


class ConcatCell(BaseMergeCell):
    def __init__(self, in_channels, out_channels, **kwargs):
        super().__init__(in_channels * 2, out_channels, **kwargs)

    def _binary_op(self, x1, x2):
        return torch.cat([x1, x2], dim=1)


class GlobalPoolingCell(BaseMergeCell):
    def __init__(self, in_channels=None, out_channels=None, **kwargs):
        super().__init__(in_channels, out_channels, **kwargs)
        self.global_pool = nn.AdaptiveAvgPool2d((1, 1))

    def _binary_op(self, x1, x2):
        return x2 + self.global_pool(x2).sigmoid() * x1


import trainlint  # noqa: E402
