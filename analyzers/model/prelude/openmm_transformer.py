"""mmcv.cnn.bricks.transformer: the parts of which configs put transformers together."""
import copy
import torch
import torch.nn.functional as F
from mmcv.cnn import (ATTENTION, FEEDFORWARD_NETWORK, POSITIONAL_ENCODING, TRANSFORMER_LAYER, TRANSFORMER_LAYER_SEQUENCE, build_activation_layer,
                      build_conv_layer, build_dropout, build_norm_layer)
from mmcv.utils import BaseModule, ModuleList, Sequential, build_from_cfg, to_2tuple
from torch import nn


def build_positional_encoding(cfg, default_args=None):
    return build_from_cfg(cfg, POSITIONAL_ENCODING, default_args)


def build_attention(cfg, default_args=None):
    return build_from_cfg(cfg, ATTENTION, default_args)


def build_feedforward_network(cfg, default_args=None):
    return build_from_cfg(cfg, FEEDFORWARD_NETWORK, default_args)


def build_transformer_layer(cfg, default_args=None):
    return build_from_cfg(cfg, TRANSFORMER_LAYER, default_args)


def build_transformer_layer_sequence(cfg, default_args=None):
    return build_from_cfg(cfg, TRANSFORMER_LAYER_SEQUENCE, default_args)


class AdaptivePadding(nn.Module):
    def __init__(self, kernel_size=1, stride=1, dilation=1, padding="corner"):
        super().__init__()
        self.kernel_size, self.stride, self.dilation, self.padding = to_2tuple(kernel_size), to_2tuple(stride), to_2tuple(dilation), padding

    def get_pad_shape(self, shape):
        return tuple([max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0)
                      for n, k, s, d in zip(shape, self.kernel_size, self.stride, self.dilation)])

    def forward(self, x):
        high, wide = self.get_pad_shape(x.size()[-2:])
        if high == 0 and wide == 0:
            return x
        if self.padding == "corner":
            return F.pad(x, [0, wide, 0, high])
        return F.pad(x, [wide // 2, wide - wide // 2, high // 2, high - high // 2])


class PatchEmbed(BaseModule):
    def __init__(self, in_channels=3, embed_dims=768, conv_type="Conv2d", kernel_size=16, stride=16, padding="corner", dilation=1, bias=True,
                 norm_cfg=None, input_size=None, init_cfg=None):
        super().__init__(init_cfg)
        self.embed_dims = embed_dims
        stride = kernel_size if stride is None else stride
        kernel_size, stride, dilation = to_2tuple(kernel_size), to_2tuple(stride), to_2tuple(dilation)
        self.adaptive_padding = None
        if isinstance(padding, str):
            self.adaptive_padding = AdaptivePadding(kernel_size, stride, dilation, padding)
            padding = 0
        padding = to_2tuple(padding)
        self.projection = build_conv_layer(dict(type=conv_type), in_channels, embed_dims, kernel_size, stride=stride, padding=padding,
                                           dilation=dilation, bias=bias)
        self.norm = build_norm_layer(norm_cfg, embed_dims)[1] if norm_cfg is not None else None
        self.init_input_size = self.init_out_size = None
        if input_size:
            size = self.init_input_size = to_2tuple(input_size)
            if self.adaptive_padding is not None:
                size = [n + more for n, more in zip(size, self.adaptive_padding.get_pad_shape(size))]
            self.init_out_size = tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1
                                        for n, p, d, k, s in zip(size, padding, dilation, kernel_size, stride)])

    def forward(self, x):
        if self.adaptive_padding is not None:
            x = self.adaptive_padding(x)
        x = self.projection(x)
        size = (x.shape[2], x.shape[3])
        x = x.flatten(2).transpose(1, 2)
        if self.norm is not None:
            x = self.norm(x)
        return x, size


class PatchMerging(BaseModule):
    def __init__(self, in_channels, out_channels, kernel_size=2, stride=None, padding="corner", dilation=1, bias=False, norm_cfg=dict(type="LN"),
                 init_cfg=None):
        super().__init__(init_cfg)
        self.in_channels, self.out_channels = in_channels, out_channels
        kernel_size, stride, dilation = to_2tuple(kernel_size), to_2tuple(stride or kernel_size), to_2tuple(dilation)
        self.adaptive_padding = None
        if isinstance(padding, str):
            self.adaptive_padding = AdaptivePadding(kernel_size, stride, dilation, padding)
            padding = 0
        self.kernel, self.step, self.spread, self.border = kernel_size, stride, dilation, to_2tuple(padding)
        self.sampler = nn.Unfold(kernel_size, dilation, self.border, stride)
        width = kernel_size[0] * kernel_size[1] * in_channels
        self.norm = build_norm_layer(norm_cfg, width)[1] if norm_cfg is not None else None
        self.reduction = nn.Linear(width, out_channels, bias=bias)

    def forward(self, x, input_size):
        x = x.view(x.size(0), input_size[0], input_size[1], x.size(2)).permute([0, 3, 1, 2])
        if self.adaptive_padding is not None:
            x = self.adaptive_padding(x)
        size = tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1
                      for n, p, d, k, s in zip(x.shape[-2:], self.border, self.spread, self.kernel, self.step)])
        x = self.sampler(x).transpose(1, 2)
        if self.norm is not None:
            x = self.norm(x)
        return self.reduction(x), size


@ATTENTION.register_module()
class MultiheadAttention(BaseModule):
    def __init__(self, embed_dims, num_heads, attn_drop=0.0, proj_drop=0.0, dropout_layer=dict(type="Dropout", drop_prob=0.0), init_cfg=None,
                 batch_first=False, **kwargs):
        super().__init__(init_cfg)
        if "dropout" in kwargs:  # the older name
            attn_drop = kwargs.pop("dropout")
            dropout_layer = dict(dropout_layer, drop_prob=attn_drop)
        self.embed_dims, self.num_heads, self.batch_first = embed_dims, num_heads, batch_first
        self.attn = nn.MultiheadAttention(embed_dims, num_heads, attn_drop, **kwargs)
        self.proj_drop = nn.Dropout(proj_drop)
        self.dropout_layer = build_dropout(dropout_layer) if dropout_layer else nn.Identity()

    def forward(self, query, key=None, value=None, identity=None, query_pos=None, key_pos=None, attn_mask=None, key_padding_mask=None, **kwargs):
        key = query if key is None else key
        value = key if value is None else value
        identity = query if identity is None else identity
        if key_pos is None and query_pos is not None and query_pos.shape == key.shape:
            key_pos = query_pos
        if query_pos is not None:
            query = query + query_pos
        if key_pos is not None:
            key = key + key_pos
        if self.batch_first:
            query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
        out = self.attn(query=query, key=key, value=value, attn_mask=attn_mask, key_padding_mask=key_padding_mask)[0]
        if self.batch_first:
            out = out.transpose(0, 1)
        return identity + self.dropout_layer(self.proj_drop(out))


class LayerScale(nn.Module):
    def __init__(self, dim, inplace=False, data_format="channels_last", scale=1e-5):
        super().__init__()
        self.inplace, self.channels_last = inplace, data_format == "channels_last"
        self.weight = nn.Parameter(torch.ones(dim) * scale)

    def forward(self, x):
        weight = self.weight if self.channels_last else self.weight.view(-1, *[1] * (x.dim() - 2))
        return x.mul_(weight) if self.inplace else x * weight


@FEEDFORWARD_NETWORK.register_module()
class FFN(BaseModule):
    def __init__(self, embed_dims=256, feedforward_channels=1024, num_fcs=2, act_cfg=dict(type="ReLU", inplace=True), ffn_drop=0.0,
                 dropout_layer=None, add_identity=True, init_cfg=None, layer_scale_init_value=0.0, dropout=None, add_residual=None):
        super().__init__(init_cfg)
        ffn_drop = ffn_drop if dropout is None else dropout
        self.embed_dims, self.feedforward_channels, self.num_fcs = embed_dims, feedforward_channels, num_fcs
        self.add_identity = add_identity if add_residual is None else add_residual
        layers, width = [], embed_dims
        for _ in range(num_fcs - 1):
            layers.append(Sequential(nn.Linear(width, feedforward_channels), build_activation_layer(act_cfg), nn.Dropout(ffn_drop)))
            width = feedforward_channels
        self.layers = Sequential(*layers, nn.Linear(feedforward_channels, embed_dims), nn.Dropout(ffn_drop))
        self.dropout_layer = build_dropout(dropout_layer) if dropout_layer else nn.Identity()
        self.gamma2 = LayerScale(embed_dims, scale=layer_scale_init_value) if layer_scale_init_value > 0 else nn.Identity()

    def forward(self, x, identity=None):
        out = self.gamma2(self.layers(x))
        if not self.add_identity:
            return self.dropout_layer(out)
        return (x if identity is None else identity) + self.dropout_layer(out)


@TRANSFORMER_LAYER.register_module()
class BaseTransformerLayer(BaseModule):
    def __init__(self, attn_cfgs=None, ffn_cfgs=dict(type="FFN", embed_dims=256, feedforward_channels=1024, num_fcs=2, ffn_drop=0.0,
                                                     act_cfg=dict(type="ReLU", inplace=True)),
                 operation_order=None, norm_cfg=dict(type="LN"), init_cfg=None, batch_first=False, **kwargs):
        super().__init__(init_cfg)
        older = {"feedforward_channels": "feedforward_channels", "ffn_dropout": "ffn_drop", "ffn_num_fcs": "num_fcs"}
        for name, now in older.items():
            if name in kwargs:
                ffn_cfgs = dict(ffn_cfgs, **{now: kwargs[name]})
        self.batch_first, self.operation_order, self.norm_cfg = batch_first, operation_order, norm_cfg
        self.pre_norm = operation_order[0] == "norm"
        kinds = [one for one in operation_order if one in ("self_attn", "cross_attn")]
        self.num_attn = len(kinds)
        if isinstance(attn_cfgs, dict):
            attn_cfgs = [copy.deepcopy(attn_cfgs) for _ in kinds]
        self.attentions = ModuleList()
        for kind, cfg in zip(kinds, attn_cfgs):
            if "batch_first" not in cfg:
                cfg["batch_first"] = batch_first
            attention = build_attention(cfg)
            attention.operation_name = kind
            self.attentions.append(attention)
        self.embed_dims = self.attentions[0].embed_dims
        wide = len([one for one in operation_order if one == "ffn"])
        if isinstance(ffn_cfgs, dict):
            ffn_cfgs = [copy.deepcopy(ffn_cfgs) for _ in range(wide)]
        self.ffns = ModuleList()
        for cfg in ffn_cfgs:
            if "embed_dims" not in cfg:
                cfg["embed_dims"] = self.embed_dims
            self.ffns.append(build_feedforward_network(cfg, dict(type="FFN")))
        self.norms = ModuleList([build_norm_layer(norm_cfg, self.embed_dims)[1] for one in operation_order if one == "norm"])

    def forward(self, query, key=None, value=None, query_pos=None, key_pos=None, attn_masks=None, query_key_padding_mask=None,
                key_padding_mask=None, **kwargs):
        norm = attention = wide = 0
        identity = query
        if attn_masks is None:
            attn_masks = [None for _ in range(self.num_attn)]
        elif isinstance(attn_masks, torch.Tensor):
            attn_masks = [copy.deepcopy(attn_masks) for _ in range(self.num_attn)]
        for kind in self.operation_order:
            outer = identity if self.pre_norm else None
            if kind == "norm":
                query = self.norms[norm](query)
                norm += 1
            elif kind == "ffn":
                query = self.ffns[wide](query, outer)
                wide += 1
            else:
                itself = kind == "self_attn"
                query = self.attentions[attention](
                    query, query if itself else key, query if itself else value, outer, query_pos=query_pos, key_pos=query_pos if itself else key_pos,
                    attn_mask=attn_masks[attention], key_padding_mask=query_key_padding_mask if itself else key_padding_mask, **kwargs)
                attention += 1
                identity = query
        return query


@TRANSFORMER_LAYER_SEQUENCE.register_module()
class TransformerLayerSequence(BaseModule):
    def __init__(self, transformerlayers=None, num_layers=None, init_cfg=None):
        super().__init__(init_cfg)
        if isinstance(transformerlayers, dict):
            transformerlayers = [copy.deepcopy(transformerlayers) for _ in range(num_layers)]
        self.num_layers = num_layers
        self.layers = ModuleList([build_transformer_layer(one) for one in transformerlayers])
        self.embed_dims, self.pre_norm = self.layers[0].embed_dims, self.layers[0].pre_norm

    def forward(self, query, key, value, query_pos=None, key_pos=None, attn_masks=None, query_key_padding_mask=None, key_padding_mask=None, **kwargs):
        for layer in self.layers:
            query = layer(query, key, value, query_pos=query_pos, key_pos=key_pos, attn_masks=attn_masks,
                          query_key_padding_mask=query_key_padding_mask, key_padding_mask=key_padding_mask, **kwargs)
        return query
