import torch
from torch import nn
from trainlint import casts, perhaps, stop, unknown


def drop_path(x, drop_prob=0.0, training=False, scale_by_keep=True):
    if drop_prob == 0.0 or not training:
        return x
    keep = 1 - drop_prob
    mask = x.new_empty((x.shape[0],) + (1,) * (x.ndim - 1)).bernoulli_(keep)
    if keep > 0.0 and scale_by_keep:
        mask.div_(keep)
    return x * mask


class DropPath(nn.Module):
    def __init__(self, drop_prob=0.0, scale_by_keep=True):
        super().__init__()
        self.drop_prob = drop_prob
        self.scale_by_keep = scale_by_keep

    def forward(self, x):
        return drop_path(x, self.drop_prob, self.training, self.scale_by_keep)


class Mlp(nn.Module):
    def __init__(self, in_features, hidden_features=None, out_features=None, act_layer=nn.GELU, norm_layer=None, bias=True, drop=0.0, use_conv=False,
                 device=None, dtype=None):
        super().__init__()
        out_features = out_features or in_features
        hidden_features = hidden_features or in_features
        biases = bias if isinstance(bias, (tuple, list)) else (bias, bias)
        drops = drop if isinstance(drop, (tuple, list)) else (drop, drop)
        self.fc1 = nn.Conv2d(in_features, hidden_features, 1, bias=biases[0]) if use_conv else nn.Linear(in_features, hidden_features, bias=biases[0])
        self.act = act_layer()
        self.drop1 = nn.Dropout(drops[0])
        self.norm = norm_layer(hidden_features) if norm_layer is not None else nn.Identity()
        self.fc2 = nn.Conv2d(hidden_features, out_features, 1, bias=biases[1]) if use_conv else nn.Linear(hidden_features, out_features, bias=biases[1])
        self.drop2 = nn.Dropout(drops[1])
        if dtype is not None:
            self.to(dtype)

    def forward(self, x):
        return self.drop2(self.fc2(self.norm(self.drop1(self.act(self.fc1(x))))))


def make_divisible(v, divisor=8, min_value=None, round_limit=0.9):
    min_value = min_value or divisor
    new = max(min_value, int(v + divisor / 2) // divisor * divisor)
    if new < round_limit * v:
        new += divisor
    return new


def two(n):
    return tuple(n) if isinstance(n, (list, tuple)) else (n, n)


class PatchEmbed(nn.Module):
    def __init__(self, img_size=224, patch_size=16, in_chans=3, embed_dim=768, norm_layer=None, flatten=True, output_fmt=None, bias=True,
                 strict_img_size=True, dynamic_img_pad=False, device=None, dtype=None):
        super().__init__()
        self.patch_size = two(patch_size)
        self.img_size = self.grid_size = self.num_patches = None
        if img_size is not None:
            self.img_size = two(img_size)
            self.grid_size = tuple([s // p for s, p in zip(self.img_size, self.patch_size)])
            self.num_patches = self.grid_size[0] * self.grid_size[1]
        self.as_usual = output_fmt is None and not dynamic_img_pad
        self.flatten, self.strict_img_size = flatten, strict_img_size
        self.proj = nn.Conv2d(in_chans, embed_dim, kernel_size=patch_size, stride=patch_size, bias=bias)
        self.norm = norm_layer(embed_dim) if norm_layer else nn.Identity()
        if dtype is not None:
            self.to(dtype)

    def forward(self, x):
        if self.img_size is not None and self.strict_img_size:
            assert tuple(x.shape[2:]) == self.img_size, "the input's size is not the model's"
        if not self.as_usual:
            return unknown("what PatchEmbed gives in another order or padded")
        x = self.proj(x)
        if self.flatten:
            x = x.flatten(2).transpose(1, 2)
        return self.norm(x)


class Attention(nn.Module):
    """qk_scale and attention written out are those of timm before 0.9."""

    def __init__(self, dim, num_heads=8, qkv_bias=False, qk_norm=False, proj_bias=True, attn_drop=0.0, proj_drop=0.0, norm_layer=nn.LayerNorm,
                 fused=True, **old):
        super().__init__()
        self.num_heads, self.head_dim = num_heads, dim // num_heads
        self.scale = self.head_dim**-0.5
        for word in old:
            if word != "qk_scale":
                raise TypeError("unexpected keyword argument " + word)
        self.old = not fused or len(old) > 0
        self.fused_attn, self.perhaps_old = not self.old, False
        self.qkv = nn.Linear(dim, dim * 3, bias=qkv_bias)
        self.q_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.k_norm = norm_layer(self.head_dim) if qk_norm else nn.Identity()
        self.attn_drop = nn.Dropout(attn_drop)
        self.proj = nn.Linear(dim, dim, bias=proj_bias)
        self.proj_drop = nn.Dropout(proj_drop)

    def forward(self, x, attn_mask=None):
        b, n, c = x.shape
        qkv = self.qkv(x).reshape(b, n, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        q, k = self.q_norm(q), self.k_norm(k)
        if self.fused_attn:
            if self.perhaps_old:
                perhaps(b * self.num_heads * n * n * (6 if casts() else x.element_size()))
            x = nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=attn_mask, dropout_p=self.attn_drop.p if self.training else 0.0)
        elif self.old:
            x = self.attn_drop(((q @ k.transpose(-2, -1)) * self.scale).softmax(dim=-1)) @ v
        else:
            x = self.attn_drop(((q * self.scale) @ k.transpose(-2, -1)).softmax(dim=-1)) @ v
        return self.proj_drop(self.proj(x.transpose(1, 2).reshape(b, n, c)))


class LayerScale(nn.Module):
    def __init__(self, dim, init_values=1e-5, inplace=False, device=None, dtype=None):
        super().__init__()
        self.inplace = inplace
        self.gamma = nn.Parameter(init_values * torch.ones(dim, dtype=dtype))

    def forward(self, x):
        return x.mul_(self.gamma) if self.inplace else x * self.gamma


class Block(nn.Module):
    """drop and qk_scale are words of timm before 0.9, whose attention was written out."""

    def __init__(self, dim, num_heads, mlp_ratio=4.0, qkv_bias=False, qk_norm=False, proj_bias=True, proj_drop=0.0, attn_drop=0.0, init_values=None,
                 drop_path=0.0, act_layer=nn.GELU, norm_layer=nn.LayerNorm, mlp_layer=Mlp, **old):
        super().__init__()
        for word in old:
            if word not in ("drop", "qk_scale"):
                raise TypeError("unexpected keyword argument " + word)
        proj_drop = old.get("drop", proj_drop)
        self.norm1 = norm_layer(dim)
        self.attn = Attention(dim, num_heads=num_heads, qkv_bias=qkv_bias, qk_norm=qk_norm, proj_bias=proj_bias, attn_drop=attn_drop,
                              proj_drop=proj_drop, norm_layer=norm_layer, fused=len(old) == 0)
        self.ls1 = LayerScale(dim, init_values=init_values) if init_values else nn.Identity()
        self.drop_path1 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.norm2 = norm_layer(dim)
        self.mlp = mlp_layer(in_features=dim, hidden_features=int(dim * mlp_ratio), act_layer=act_layer, bias=proj_bias, drop=proj_drop)
        self.ls2 = LayerScale(dim, init_values=init_values) if init_values else nn.Identity()
        self.drop_path2 = DropPath(drop_path) if drop_path > 0.0 else nn.Identity()

    def forward(self, x):
        x = x + self.drop_path1(self.ls1(self.attn(self.norm1(x))))
        return x + self.drop_path2(self.ls2(self.mlp(self.norm2(x))))


class VisionTransformer(nn.Module):
    """What people inherit from. distilled and representation_size are words of timm before 0.6."""

    def __init__(self, img_size=224, patch_size=16, in_chans=3, num_classes=1000, global_pool="token", embed_dim=768, depth=12, num_heads=12,
                 mlp_ratio=4.0, qkv_bias=True, qk_norm=False, proj_bias=True, init_values=None, class_token=True, no_embed_class=False, reg_tokens=0,
                 pre_norm=False, final_norm=True, fc_norm=None, drop_rate=0.0, pos_drop_rate=0.0, proj_drop_rate=0.0, attn_drop_rate=0.0,
                 drop_path_rate=0.0, weight_init="", fix_init=False, embed_layer=PatchEmbed, norm_layer=None, act_layer=None, block_fn=Block,
                 distilled=False, representation_size=None, qk_scale=None, **others):
        super().__init__()
        for word in others:
            stop("what VisionTransformer makes of " + word)
        if global_pool not in ("", "avg", "token") or representation_size:
            stop("what VisionTransformer gives behind its blocks")
        norm_layer, act_layer = norm_layer or nn.LayerNorm, act_layer or nn.GELU
        self.num_classes, self.num_features, self.embed_dim, self.global_pool = num_classes, embed_dim, embed_dim, global_pool
        self.num_tokens = self.num_prefix_tokens = (1 if class_token else 0) + reg_tokens + (1 if distilled else 0)
        self.has_class_token, self.no_embed_class, self.num_reg_tokens, self.grad_checkpointing = class_token, no_embed_class, reg_tokens, False
        biased = {"bias": False} if pre_norm else {}
        self.patch_embed = embed_layer(img_size=img_size, patch_size=patch_size, in_chans=in_chans, embed_dim=embed_dim, **biased)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, embed_dim)) if class_token else None
        self.reg_token = nn.Parameter(torch.zeros(1, reg_tokens, embed_dim)) if reg_tokens else None
        self.dist_token = nn.Parameter(torch.zeros(1, 1, embed_dim)) if distilled else None
        places = self.patch_embed.num_patches + (0 if no_embed_class else self.num_prefix_tokens)
        self.pos_embed = nn.Parameter(torch.zeros(1, places, embed_dim))
        self.pos_drop, self.patch_drop = nn.Dropout(p=pos_drop_rate), nn.Identity()
        self.norm_pre = norm_layer(embed_dim) if pre_norm else nn.Identity()
        more = {"qk_norm": True} if qk_norm else {}
        if init_values:
            more["init_values"] = init_values
        self.blocks = nn.Sequential(*[
            block_fn(dim=embed_dim, num_heads=num_heads, mlp_ratio=mlp_ratio, qkv_bias=qkv_bias, proj_drop=proj_drop_rate, attn_drop=attn_drop_rate,
                     drop_path=drop_path_rate * i / max(depth - 1, 1), norm_layer=norm_layer, act_layer=act_layer, **more) for i in range(depth)])
        for block in self.blocks:  # before 0.9, which people still ask for, attention was written out
            if isinstance(block, Block):
                block.attn.perhaps_old = True
        pooled = global_pool == "avg" if fc_norm is None else fc_norm
        self.norm = norm_layer(embed_dim) if final_norm and not pooled else nn.Identity()
        self.fc_norm = norm_layer(embed_dim) if final_norm and pooled else nn.Identity()
        self.pre_logits, self.head_drop = nn.Identity(), nn.Dropout(drop_rate)
        self.head = nn.Linear(embed_dim, num_classes) if num_classes > 0 else nn.Identity()
        self.head_dist = nn.Linear(embed_dim, num_classes) if distilled and num_classes > 0 else None

    def _pos_embed(self, x):
        first = [t.expand(x.shape[0], -1, -1) for t in (self.cls_token, self.dist_token, self.reg_token) if t is not None]
        if self.no_embed_class:
            return self.pos_drop(torch.cat(first + [x + self.pos_embed], dim=1))
        return self.pos_drop((torch.cat(first + [x], dim=1) if len(first) > 0 else x) + self.pos_embed)

    def forward_features(self, x):
        return self.norm(self.blocks(self.norm_pre(self._pos_embed(self.patch_embed(x)))))

    def forward_head(self, x, pre_logits=False):
        if self.global_pool:
            x = x[:, self.num_prefix_tokens:].mean(dim=1) if self.global_pool == "avg" else x[:, 0]
        x = self.head_drop(self.fc_norm(x))
        return x if pre_logits else self.head(x)

    def forward(self, x):
        x = self.forward_features(x)
        return self.head(self.fc_norm(x)) if len(x.shape) == 2 else self.forward_head(x)  # timm before 0.6 had forward_features pick the token


def pad_same(x, kernel_size, stride, dilation=(1, 1), value=0):
    height, width = x.shape[-2:]
    down = max((-(height // -stride[0]) - 1) * stride[0] + (kernel_size[0] - 1) * dilation[0] + 1 - height, 0)
    right = max((-(width // -stride[1]) - 1) * stride[1] + (kernel_size[1] - 1) * dilation[1] + 1 - width, 0)
    return nn.functional.pad(x, (right // 2, right - right // 2, down // 2, down - down // 2), value=value)


class Conv2dSame(nn.Conv2d):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        super().__init__(in_channels, out_channels, kernel_size, stride, 0, dilation, groups, bias)

    def forward(self, x):
        x = pad_same(x, self.kernel_size, self.stride, self.dilation)
        return nn.functional.conv2d(x, self.weight, self.bias, self.stride, (0, 0), self.dilation, self.groups)


class ConvMlp(nn.Module):
    # of timm's VGG: only what its recorded parts do, they are not made here
    def forward(self, x):
        kernel = self.fc1.kernel_size[0]
        if x.shape[-2] < kernel or x.shape[-1] < kernel:
            x = nn.functional.adaptive_avg_pool2d(x, (max(kernel, x.shape[-2]), max(kernel, x.shape[-1])))
        return self.act2(self.fc2(self.drop(self.act1(self.fc1(x)))))


class FeatureInfo:
    def __init__(self, info, out_indices):
        self.info, self.out_indices = info, tuple(out_indices)

    def get(self, key, idx=None):
        if idx is None:
            idx = self.out_indices
        if isinstance(idx, (tuple, list)):
            return [self.info[i][key] for i in idx]
        return self.info[idx][key]

    def get_dicts(self, keys=None, idx=None):
        if idx is None:
            idx = self.out_indices
        found = [self.info[i] for i in idx] if isinstance(idx, (tuple, list)) else [self.info[idx]]
        return found if keys is None else [{k: one[k] for k in keys} for one in found]

    def channels(self, idx=None):
        return self.get("num_chs", idx)

    def reduction(self, idx=None):
        return self.get("reduction", idx)

    def module_name(self, idx=None):
        return self.get("module", idx)

    def __getitem__(self, item):
        return self.info[item]

    def __len__(self):
        return len(self.info)
