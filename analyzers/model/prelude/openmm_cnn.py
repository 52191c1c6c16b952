"""mmcv.cnn: layers that configs name."""
import torch
import torch.nn.functional as F
from mmcv.utils import (Registry, _BatchNorm, _InstanceNorm, bias_init_with_prob, caffe2_xavier_init, constant_init, initialize,  # noqa: F401
                        kaiming_init, last_zero_init, normal_init, trunc_normal_, trunc_normal_init, uniform_init, xavier_init)
from mmengine.registry import MODELS
from torch import nn

CONV_LAYERS, NORM_LAYERS, ACTIVATION_LAYERS = Registry("conv layer"), Registry("norm layer"), Registry("activation layer")
PADDING_LAYERS, UPSAMPLE_LAYERS, PLUGIN_LAYERS = Registry("padding layer"), Registry("upsample layer"), Registry("plugin layer")
DROPOUT_LAYERS, ATTENTION, FEEDFORWARD_NETWORK = Registry("drop out layers"), Registry("attention"), Registry("feed-forward Network")
TRANSFORMER_LAYER, TRANSFORMER_LAYER_SEQUENCE = Registry("transformerLayer"), Registry("transformer-layers sequence")
POSITIONAL_ENCODING = Registry("position encoding")
for registry in (CONV_LAYERS, NORM_LAYERS, ACTIVATION_LAYERS, PADDING_LAYERS, UPSAMPLE_LAYERS, PLUGIN_LAYERS, DROPOUT_LAYERS, ATTENTION,
                 FEEDFORWARD_NETWORK, TRANSFORMER_LAYER, TRANSFORMER_LAYER_SEQUENCE, POSITIONAL_ENCODING):
    registry.parent = MODELS  # since version 2 there is one for all
    MODELS.parts.append(registry)

Conv2d, Conv3d, Linear, MaxPool2d, MaxPool3d, ConvTranspose2d = nn.Conv2d, nn.Conv3d, nn.Linear, nn.MaxPool2d, nn.MaxPool3d, nn.ConvTranspose2d
ConvTranspose3d = nn.ConvTranspose3d
for name, layer in {"Conv1d": nn.Conv1d, "Conv2d": nn.Conv2d, "Conv3d": nn.Conv3d, "Conv": nn.Conv2d}.items():
    CONV_LAYERS.register_module(name, module=layer)
    MODELS.register_module(name, module=layer)
for name, layer in {"BN": nn.BatchNorm2d, "BN1d": nn.BatchNorm1d, "BN2d": nn.BatchNorm2d, "BN3d": nn.BatchNorm3d, "SyncBN": nn.SyncBatchNorm,
                    "GN": nn.GroupNorm, "LN": nn.LayerNorm, "IN": nn.InstanceNorm2d, "IN1d": nn.InstanceNorm1d, "IN2d": nn.InstanceNorm2d,
                    "IN3d": nn.InstanceNorm3d, "naiveSyncBN1d": nn.BatchNorm1d, "naiveSyncBN2d": nn.BatchNorm2d,
                    "naiveSyncBN3d": nn.BatchNorm3d}.items():
    NORM_LAYERS.register_module(name, module=layer)
    MODELS.register_module(name, module=layer)
for layer in (nn.ReLU, nn.LeakyReLU, nn.PReLU, nn.RReLU, nn.ReLU6, nn.ELU, nn.Sigmoid, nn.Tanh, nn.GELU, nn.SiLU, nn.Hardswish):
    ACTIVATION_LAYERS.register_module(module=layer)
    MODELS.register_module(module=layer)
for name, layer in {"zero": nn.ZeroPad2d, "reflect": nn.ReflectionPad2d, "replicate": nn.ReplicationPad2d}.items():
    PADDING_LAYERS.register_module(name, module=layer)


@ACTIVATION_LAYERS.register_module()
class Swish(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(x)


@ACTIVATION_LAYERS.register_module()
class HSigmoid(nn.Module):
    def __init__(self, bias=3.0, divisor=6.0, min_value=0.0, max_value=1.0):
        super().__init__()
        self.bias, self.divisor, self.min_value, self.max_value = bias, divisor, min_value, max_value

    def forward(self, x):
        x = (x + self.bias) / self.divisor
        return x.clamp_(self.min_value, self.max_value)


@ACTIVATION_LAYERS.register_module(name="HSwish")
class HSwish(nn.Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.act = nn.ReLU6(inplace)

    def forward(self, x):
        return x * self.act(x + 3) / 6


@DROPOUT_LAYERS.register_module()
class DropPath(nn.Module):
    def __init__(self, drop_prob=0.1):
        super().__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        if self.drop_prob == 0.0 or not self.training:
            return x
        keep = 1 - self.drop_prob
        random = keep + torch.rand((x.shape[0],) + (1,) * (x.ndim - 1), dtype=x.dtype, device=x.device)
        return x.div(keep) * random.floor()


@DROPOUT_LAYERS.register_module()
class Dropout(nn.Dropout):
    def __init__(self, drop_prob=0.5, inplace=False):
        super().__init__(p=drop_prob, inplace=inplace)


def build_dropout(cfg, default_args=None):
    args = dict(cfg)
    return DROPOUT_LAYERS.get(args.pop("type"))(**args)


@CONV_LAYERS.register_module()
class Conv2dAdaptivePadding(nn.Conv2d):
    """What it makes is as large as its input by its stride, as with TensorFlow's padding."""

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride, 0, dilation, groups, bias)

    def forward(self, x):
        around = []
        for side, kernel, step, wide in zip(x.size()[-2:], self.weight.size()[-2:], self.stride, self.dilation):
            pad = max(((side + step - 1) // step - 1) * step + (kernel - 1) * wide + 1 - side, 0)
            around = [pad // 2, pad - pad // 2] + around
        if sum(around) > 0:
            x = F.pad(x, around)
        return F.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Scale(nn.Module):
    def __init__(self, scale=1.0):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(scale, dtype=torch.float))

    def forward(self, x):
        return x * self.scale


def build_conv_layer(cfg, *args, **kwargs):
    given = dict(cfg) if cfg is not None else {"type": "Conv2d"}
    layer = given.pop("type")
    if isinstance(layer, str):
        layer = CONV_LAYERS.get(layer)
    return layer(*args, **kwargs, **given)


def short_name(layer):
    if hasattr(layer, "_abbr_"):
        return layer._abbr_
    for base, short in ((_InstanceNorm, "in"), (_BatchNorm, "bn"), (nn.GroupNorm, "gn"), (nn.LayerNorm, "ln")):
        if issubclass(layer, base):
            return short
    name = layer.__name__.lower()
    for word, short in (("batch", "bn"), ("group", "gn"), ("layer", "ln"), ("instance", "in")):
        if word in name:
            return short
    return "norm_layer"


def build_norm_layer(cfg, num_features, postfix=""):
    given = dict(cfg)
    kind = given.pop("type")
    layer = NORM_LAYERS.get(kind) if isinstance(kind, str) else kind
    trained = given.pop("requires_grad", True)
    given.setdefault("eps", 1e-5)
    if layer is nn.GroupNorm:
        made = layer(num_channels=num_features, **given)
    else:
        made = layer(num_features, **given)
    for parameter in made.parameters():
        parameter.requires_grad = trained
    return short_name(layer) + str(postfix), made


def is_norm(layer, exclude=None):
    if exclude is not None and isinstance(layer, exclude):
        return False
    return isinstance(layer, (_BatchNorm, _InstanceNorm, nn.GroupNorm, nn.LayerNorm))


def build_activation_layer(cfg):
    given = dict(cfg)
    kind = given.pop("type")
    return (ACTIVATION_LAYERS.get(kind) if isinstance(kind, str) else kind)(**given)


def build_padding_layer(cfg, *args, **kwargs):
    given = dict(cfg)
    return PADDING_LAYERS.get(given.pop("type"))(*args, **kwargs, **given)


class PixelShufflePack(nn.Module):
    def __init__(self, in_channels, out_channels, scale_factor, upsample_kernel):
        super().__init__()
        self.in_channels, self.out_channels, self.scale_factor = in_channels, out_channels, scale_factor
        self.upsample_conv = nn.Conv2d(in_channels, out_channels * scale_factor * scale_factor, upsample_kernel, padding=(upsample_kernel - 1) // 2)

    def forward(self, x):
        return F.pixel_shuffle(self.upsample_conv(x), self.scale_factor)


for name, layer in {"nearest": nn.Upsample, "bilinear": nn.Upsample, "deconv": nn.ConvTranspose2d, "deconv3d": nn.ConvTranspose3d,
                    "pixel_shuffle": PixelShufflePack}.items():
    UPSAMPLE_LAYERS.register_module(name, module=layer)


def build_upsample_layer(cfg, *args, **kwargs):
    given = dict(cfg)
    kind = given.pop("type")
    if kind == "carafe":
        from mmcv.ops import CARAFEPack
        layer = CARAFEPack
    else:
        layer = UPSAMPLE_LAYERS.get(kind)
    if layer is nn.Upsample:
        given["mode"] = kind
    return layer(*args, **kwargs, **given)


def snake_case(name):
    out = ""
    for i, letter in enumerate(name):
        if letter.isupper() and i > 0 and not name[i - 1].isupper():
            out += "_"
        out += letter.lower()
    return out


def build_plugin_layer(cfg, postfix="", **kwargs):
    given = dict(cfg)
    layer = PLUGIN_LAYERS.get(given.pop("type"))
    name = layer._abbr_ if hasattr(layer, "_abbr_") else snake_case(layer.__name__)
    return name + str(postfix), layer(**kwargs, **given)


@PLUGIN_LAYERS.register_module()
class ConvModule(nn.Module):
    _abbr_ = "conv_block"

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias="auto", conv_cfg=None, norm_cfg=None,
                 act_cfg=dict(type="ReLU"), inplace=True, with_spectral_norm=False, padding_mode="zeros", order=("conv", "norm", "act"),
                 efficient_conv_bn_eval=False):
        super().__init__()
        self.conv_cfg, self.norm_cfg, self.act_cfg, self.inplace, self.order = conv_cfg, norm_cfg, act_cfg, inplace, order
        self.with_norm, self.with_activation = norm_cfg is not None, act_cfg is not None
        self.with_explicit_padding = padding_mode not in ("zeros", "circular")
        self.with_spectral_norm = with_spectral_norm
        self.with_bias = not self.with_norm if bias == "auto" else bias
        if self.with_explicit_padding:
            self.padding_layer = build_padding_layer(dict(type=padding_mode), padding)
        self.conv = build_conv_layer(conv_cfg, in_channels, out_channels, kernel_size, stride=stride,
                                     padding=0 if self.with_explicit_padding else padding, dilation=dilation, groups=groups, bias=self.with_bias)
        self.in_channels, self.out_channels, self.kernel_size = self.conv.in_channels, self.conv.out_channels, self.conv.kernel_size
        self.stride, self.padding, self.dilation, self.groups = self.conv.stride, padding, self.conv.dilation, self.conv.groups
        if with_spectral_norm:
            self.conv = nn.utils.spectral_norm(self.conv)
        self.norm_name = None
        if self.with_norm:
            wide = out_channels if order.index("norm") > order.index("conv") else in_channels
            self.norm_name, norm = build_norm_layer(norm_cfg, wide)
            self.add_module(self.norm_name, norm)
        if self.with_activation:
            given = dict(act_cfg)
            if given["type"] not in ("Tanh", "PReLU", "Sigmoid", "HSigmoid", "Swish", "GELU"):
                given.setdefault("inplace", inplace)
            self.activate = build_activation_layer(given)
        self.init_weights()

    @property
    def norm(self):
        return getattr(self, self.norm_name) if self.norm_name else None

    def init_weights(self):
        pass

    def forward(self, x, activate=True, norm=True):
        for layer in self.order:
            if layer == "conv":
                if self.with_explicit_padding:
                    x = self.padding_layer(x)
                x = self.conv(x)
            elif layer == "norm" and norm and self.with_norm:
                x = self.norm(x)
            elif layer == "act" and activate and self.with_activation:
                x = self.activate(x)
        return x


class DepthwiseSeparableConvModule(nn.Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, norm_cfg=None, act_cfg=dict(type="ReLU"),
                 dw_norm_cfg="default", dw_act_cfg="default", pw_norm_cfg="default", pw_act_cfg="default", **kwargs):
        super().__init__()

        def chosen(own, usual):
            return usual if own == "default" else own

        self.depthwise_conv = ConvModule(in_channels, in_channels, kernel_size, stride=stride, padding=padding, dilation=dilation, groups=in_channels,
                                         norm_cfg=chosen(dw_norm_cfg, norm_cfg), act_cfg=chosen(dw_act_cfg, act_cfg), **kwargs)
        self.pointwise_conv = ConvModule(in_channels, out_channels, 1, norm_cfg=chosen(pw_norm_cfg, norm_cfg), act_cfg=chosen(pw_act_cfg, act_cfg),
                                         **kwargs)

    def forward(self, x):
        return self.pointwise_conv(self.depthwise_conv(x))


def standardized(weight, eps=1e-5):
    flat = weight.view(weight.size(0), -1)
    mean = flat.mean(dim=1, keepdim=True).view(weight.size(0), 1, 1, 1)
    std = flat.std(dim=1, keepdim=True).view(weight.size(0), 1, 1, 1)
    return (weight - mean) / (std + eps)


@CONV_LAYERS.register_module("ConvWS")
class ConvWS2d(nn.Conv2d):
    def __init__(self, *args, eps=1e-5, **kwargs):
        super().__init__(*args, **kwargs)
        self.eps = eps

    def forward(self, x):
        return F.conv2d(x, standardized(self.weight, self.eps), self.bias, self.stride, self.padding, self.dilation, self.groups)


@CONV_LAYERS.register_module(name="ConvAWS")
class ConvAWS2d(nn.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride=stride, padding=padding, dilation=dilation, groups=groups, bias=bias)
        self.register_buffer("weight_gamma", torch.ones(out_channels, 1, 1, 1))
        self.register_buffer("weight_beta", torch.zeros(out_channels, 1, 1, 1))

    def _get_weight(self, weight):
        flat = weight.view(weight.size(0), -1)
        mean = flat.mean(dim=1).view(-1, 1, 1, 1)
        std = torch.sqrt(flat.var(dim=1) + 1e-5).view(-1, 1, 1, 1)
        weight = (weight - mean) / std
        return self.weight_gamma * weight + self.weight_beta

    def forward(self, x):
        return F.conv2d(x, self._get_weight(self.weight), None, self.stride, self.padding, self.dilation, self.groups)


class _NonLocalNd(nn.Module):
    def __init__(self, in_channels, reduction=2, use_scale=True, conv_cfg=None, norm_cfg=None, mode="embedded_gaussian", sub_sample=False,
                 conv=None, pool=None, **kwargs):
        super().__init__()
        self.in_channels, self.reduction, self.use_scale, self.mode, self.sub_sample = in_channels, reduction, use_scale, mode, sub_sample
        self.inter_channels = max(in_channels // reduction, 1)
        conv_cfg = conv_cfg or (dict(type=conv) if conv is not None else None)

        def one(bare_in, bare_out, norm=None):
            return ConvModule(bare_in, bare_out, kernel_size=1, conv_cfg=conv_cfg, norm_cfg=norm, act_cfg=None)

        self.g = one(in_channels, self.inter_channels)
        self.conv_out = one(self.inter_channels, in_channels, norm_cfg)
        if mode != "gaussian":
            self.theta = one(in_channels, self.inter_channels)
            self.phi = one(in_channels, self.inter_channels)
        if mode == "concatenation":
            self.concat_project = ConvModule(self.inter_channels * 2, 1, kernel_size=1, bias=False, act_cfg=dict(type="ReLU"))
        if sub_sample:
            small = pool()
            self.g = nn.Sequential(self.g, small)
            self.phi = nn.Sequential(self.phi, small) if mode != "gaussian" else small

    def forward(self, x):
        n = x.size(0)
        g = self.g(x).view(n, self.inter_channels, -1).permute(0, 2, 1)
        if self.mode == "gaussian":
            theta = x.view(n, self.in_channels, -1).permute(0, 2, 1)
            phi = (self.phi(x) if self.sub_sample else x).view(n, self.in_channels, -1)
        elif self.mode == "concatenation":
            theta = self.theta(x).view(n, self.inter_channels, -1, 1)
            phi = self.phi(x).view(n, self.inter_channels, 1, -1)
        else:
            theta = self.theta(x).view(n, self.inter_channels, -1).permute(0, 2, 1)
            phi = self.phi(x).view(n, self.inter_channels, -1)
        if self.mode == "concatenation":
            both = torch.cat([theta.repeat(1, 1, 1, phi.size(3)), phi.repeat(1, 1, theta.size(2), 1)], dim=1)
            weight = self.concat_project(both)
            weight = weight.view(n, weight.shape[2], weight.shape[3])
            weight /= weight.shape[-1]
        else:
            weight = torch.matmul(theta, phi)
            if self.mode == "dot_product":
                weight /= weight.shape[-1]
            else:
                if self.mode == "embedded_gaussian" and self.use_scale:
                    weight /= theta.shape[-1] ** 0.5
                weight = weight.softmax(dim=-1)
        y = torch.matmul(weight, g).permute(0, 2, 1).contiguous().reshape(n, self.inter_channels, *x.size()[2:])
        return x + self.conv_out(y)


@PLUGIN_LAYERS.register_module()
class NonLocal2d(_NonLocalNd):
    _abbr_ = "nonlocal_block"

    def __init__(self, in_channels, sub_sample=False, conv_cfg=dict(type="Conv2d"), **kwargs):
        super().__init__(in_channels, conv_cfg=conv_cfg, sub_sample=sub_sample, pool=lambda: nn.MaxPool2d(kernel_size=(2, 2)), **kwargs)


class NonLocal3d(_NonLocalNd):
    def __init__(self, in_channels, sub_sample=False, conv_cfg=dict(type="Conv3d"), **kwargs):
        super().__init__(in_channels, conv_cfg=conv_cfg, sub_sample=sub_sample, pool=lambda: nn.MaxPool3d(kernel_size=(1, 2, 2)), **kwargs)


@PLUGIN_LAYERS.register_module()
class ContextBlock(nn.Module):
    _abbr_ = "context_block"

    def __init__(self, in_channels, ratio, pooling_type="att", fusion_types=("channel_add",)):
        super().__init__()
        planes = int(in_channels * ratio)
        self.pooling_type = pooling_type
        if pooling_type == "att":
            self.conv_mask = nn.Conv2d(in_channels, 1, kernel_size=1)
            self.softmax = nn.Softmax(dim=2)
        else:
            self.avg_pool = nn.AdaptiveAvgPool2d(1)

        def squeezed():
            return nn.Sequential(nn.Conv2d(in_channels, planes, kernel_size=1), nn.LayerNorm([planes, 1, 1]), nn.ReLU(inplace=True),
                                 nn.Conv2d(planes, in_channels, kernel_size=1))

        self.channel_add_conv = squeezed() if "channel_add" in fusion_types else None
        self.channel_mul_conv = squeezed() if "channel_mul" in fusion_types else None

    def forward(self, x):
        n, c, h, w = x.size()
        if self.pooling_type == "att":
            mask = self.softmax(self.conv_mask(x).view(n, 1, h * w)).unsqueeze(-1)
            context = torch.matmul(x.view(n, c, h * w).unsqueeze(1), mask).view(n, c, 1, 1)
        else:
            context = self.avg_pool(x)
        out = x
        if self.channel_mul_conv is not None:
            out = out * torch.sigmoid(self.channel_mul_conv(context))
        if self.channel_add_conv is not None:
            out = out + self.channel_add_conv(context)
        return out


class VGG(nn.Module):
    """Convolutions are numbered through, as configs of SSD take them apart."""

    depths = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}

    def __init__(self, depth, with_bn=False, num_classes=-1, num_stages=5, dilations=(1, 1, 1, 1, 1), out_indices=(0, 1, 2, 3, 4), frozen_stages=-1,
                 bn_eval=True, bn_frozen=False, ceil_mode=False, with_last_pool=True):
        super().__init__()
        self.num_classes, self.out_indices, self.frozen_stages = num_classes, out_indices, frozen_stages
        self.bn_eval, self.bn_frozen = bn_eval, bn_frozen
        self.stage_blocks = self.depths[depth][:num_stages]
        self.inplanes, layers, self.range_sub_modules, start = 3, [], [], 0
        for i, blocks in enumerate(self.stage_blocks):
            planes = 64 * 2**i if i < 4 else 512
            for _ in range(blocks):
                layers.append(nn.Conv2d(self.inplanes, planes, 3, padding=dilations[i], dilation=dilations[i]))
                if with_bn:
                    layers.append(nn.BatchNorm2d(planes))
                layers.append(nn.ReLU(inplace=True))
                self.inplanes = planes
            layers.append(nn.MaxPool2d(kernel_size=2, stride=2, ceil_mode=ceil_mode))
            self.range_sub_modules.append([start, len(layers)])
            start = len(layers)
        if not with_last_pool:
            layers.pop(-1)
            self.range_sub_modules[-1][1] -= 1
        self.module_name = "features"
        self.add_module(self.module_name, nn.Sequential(*layers))

    def init_weights(self, pretrained=None):
        pass

    def forward(self, x):
        outs, layers = [], getattr(self, self.module_name)
        for i in range(len(self.stage_blocks)):
            for j in range(*self.range_sub_modules[i]):
                x = layers[j](x)
            if i in self.out_indices:
                outs.append(x)
        return outs[0] if len(outs) == 1 else tuple(outs)
