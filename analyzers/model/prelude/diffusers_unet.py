"""diffusers' UNet2DModel (0.18 to 0.42), in our own words: what its layers are, and what they do in order."""
import math

import torch
from torch import nn
from torch.nn import functional as F
from trainlint import perhaps, stop, unknown


def activation(name):
    made = {"silu": nn.SiLU, "swish": nn.SiLU, "mish": nn.Mish, "gelu": nn.GELU, "relu": nn.ReLU}.get(name)
    if made is None:
        stop("another activation of diffusers")
    return made()


def get_timestep_embedding(timesteps, embedding_dim, flip_sin_to_cos=False, downscale_freq_shift=1, scale=1,
                           max_period=10000):
    half = embedding_dim // 2
    exponent = -math.log(max_period) * torch.arange(0, half, dtype=torch.float32, device=timesteps.device)
    emb = torch.exp(exponent / (half - downscale_freq_shift))
    emb = scale * (timesteps[:, None].float() * emb[None, :])
    emb = torch.cat([torch.sin(emb), torch.cos(emb)], dim=-1)
    if flip_sin_to_cos:
        emb = torch.cat([emb[:, half:], emb[:, :half]], dim=-1)
    return F.pad(emb, (0, 1, 0, 0)) if embedding_dim % 2 else emb


class Timesteps(nn.Module):
    def __init__(self, num_channels, flip_sin_to_cos, downscale_freq_shift, scale=1):
        super().__init__()
        self.num_channels, self.flip, self.shift, self.scale = num_channels, flip_sin_to_cos, downscale_freq_shift, scale

    def forward(self, timesteps):
        return get_timestep_embedding(timesteps, self.num_channels, self.flip, self.shift, self.scale)


class TimestepEmbedding(nn.Module):
    def __init__(self, in_channels, time_embed_dim, act_fn="silu", out_dim=None, post_act_fn=None, cond_proj_dim=None,
                 sample_proj_bias=True):
        super().__init__()
        self.linear_1 = nn.Linear(in_channels, time_embed_dim, sample_proj_bias)
        self.cond_proj = None if cond_proj_dim is None else nn.Linear(cond_proj_dim, in_channels, bias=False)
        self.act = activation(act_fn)
        self.linear_2 = nn.Linear(time_embed_dim, time_embed_dim if out_dim is None else out_dim, sample_proj_bias)
        self.post_act = None if post_act_fn is None else activation(post_act_fn)

    def forward(self, sample, condition=None):
        if condition is not None:
            sample = sample + self.cond_proj(condition)
        sample = self.linear_2(self.act(self.linear_1(sample)))
        return sample if self.post_act is None else self.post_act(sample)


class Downsample2D(nn.Module):
    def __init__(self, channels, use_conv=True, padding=1):
        super().__init__()
        self.padding = padding
        self.conv = nn.Conv2d(channels, channels, 3, stride=2, padding=padding) if use_conv else nn.AvgPool2d(2, 2)

    def forward(self, x):
        if self.padding == 0:
            x = F.pad(x, (0, 1, 0, 1))
        return self.conv(x)


class Upsample2D(nn.Module):
    def __init__(self, channels, use_conv=True):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1) if use_conv else None

    def forward(self, x):
        x = F.interpolate(x, scale_factor=2.0, mode="nearest")
        return x if self.conv is None else self.conv(x)


class ResnetBlock2D(nn.Module):
    def __init__(self, cin, cout, temb, eps, groups, dropout, norm, act, factor=1.0, up=False, down=False):
        super().__init__()
        self.norm, self.factor = norm, factor
        self.norm1 = nn.GroupNorm(groups, cin, eps=eps)
        self.conv1 = nn.Conv2d(cin, cout, 3, padding=1)
        self.time_emb_proj = nn.Linear(temb, 2 * cout if norm == "scale_shift" else cout)
        self.norm2 = nn.GroupNorm(groups, cout, eps=eps)
        self.dropout = nn.Dropout(dropout)
        self.conv2 = nn.Conv2d(cout, cout, 3, padding=1)
        self.nonlinearity = activation(act)
        self.resize = Upsample2D(cin, False) if up else Downsample2D(cin, False) if down else None
        self.conv_shortcut = nn.Conv2d(cin, cout, 1) if cin != cout else None

    def forward(self, x, temb):
        hidden = self.nonlinearity(self.norm1(x))
        if self.resize is not None:
            x, hidden = self.resize(x), self.resize(hidden)
        hidden = self.conv1(hidden)
        temb = self.time_emb_proj(self.nonlinearity(temb))[:, :, None, None]
        if self.norm == "scale_shift":
            scale, shift = torch.chunk(temb, 2, dim=1)
            hidden = self.norm2(hidden)
            hidden = hidden * (1 + scale) + shift
        else:
            hidden = hidden + temb
            hidden = self.norm2(hidden)
        hidden = self.conv2(self.dropout(self.nonlinearity(hidden)))
        if self.conv_shortcut is not None:
            x = self.conv_shortcut(x)
        return (x + hidden) / self.factor


class Attention(nn.Module):
    def __init__(self, channels, heads, dim_head, eps, groups, factor=1.0):
        super().__init__()
        inner = heads * dim_head
        self.heads, self.factor = heads, factor
        self.group_norm = nn.GroupNorm(groups, channels, eps=eps) if groups is not None else None
        self.to_q, self.to_k, self.to_v = nn.Linear(channels, inner), nn.Linear(channels, inner), nn.Linear(channels, inner)
        self.to_out = nn.ModuleList([nn.Linear(inner, channels), nn.Dropout(0.0)])

    def forward(self, x, temb=None):
        residual = x
        batch, channels, height, width = x.shape
        hidden = x.view(batch, channels, height * width).transpose(1, 2)
        if self.group_norm is not None:
            hidden = self.group_norm(hidden.transpose(1, 2)).transpose(1, 2)
        query, key, value = self.to_q(hidden), self.to_k(hidden), self.to_v(hidden)
        head = key.shape[-1] // self.heads
        query = query.view(batch, -1, self.heads, head).transpose(1, 2)
        key = key.view(batch, -1, self.heads, head).transpose(1, 2)
        value = value.view(batch, -1, self.heads, head).transpose(1, 2)
        hidden = F.scaled_dot_product_attention(query, key, value, dropout_p=0.0, is_causal=False)
        hidden = hidden.transpose(1, 2).reshape(batch, -1, self.heads * head)
        hidden = self.to_out[1](self.to_out[0](hidden))
        hidden = hidden.transpose(-1, -2).reshape(batch, channels, height, width)
        return (hidden + residual) / self.factor


class Block2D(nn.Module):
    """A block of residual layers, each followed by attention where there is some."""

    def __init__(self, widths, cout, settings, attends, resize):
        super().__init__()
        one = {name: settings[name] for name in ("temb", "eps", "groups", "dropout", "norm", "act")}
        self.resnets = nn.ModuleList([ResnetBlock2D(cin, cout, **one) for cin in widths])
        self.attentions = None
        if attends:
            head = settings["head"] if settings["head"] is not None else cout
            self.attentions = nn.ModuleList([Attention(cout, cout // head, head, settings["eps"], settings["groups"]) for _ in widths])
        self.resizes = None
        kind, padding = resize
        if kind == "down":
            self.resizes = nn.ModuleList([Downsample2D(cout, True, padding)])
        elif kind == "up":
            self.resizes = nn.ModuleList([Upsample2D(cout, True)])
        elif kind is not None:
            self.resizes = nn.ModuleList([ResnetBlock2D(cout, cout, up=kind == "resnet up", down=kind == "resnet down", **one)])

    def layer(self, at, x, temb):
        x = self.resnets[at](x, temb)
        return x if self.attentions is None else self.attentions[at](x)

    def resized(self, x, temb):
        return self.resizes[0](x, temb) if isinstance(self.resizes[0], ResnetBlock2D) else self.resizes[0](x)


class DownBlock(Block2D):
    def forward(self, x, temb):
        states = ()
        for at in range(len(self.resnets)):
            x = self.layer(at, x, temb)
            states = states + (x,)
        if self.resizes is not None:
            x = self.resized(x, temb)
            states = states + (x,)
        return x, states


class UpBlock(Block2D):
    def forward(self, x, states, temb):
        for at in range(len(self.resnets)):
            x = torch.cat([x, states[-1 - at]], dim=1)
            if self.attentions is not None:  # since 0.37 the shortcut gets a copy of what attention has left in another order
                perhaps(x.numel() * x.element_size())
            x = self.layer(at, x, temb)
        return x if self.resizes is None else self.resized(x, temb)


class MidBlock(nn.Module):
    def __init__(self, channels, settings, factor, attends, attn_groups):
        super().__init__()
        one = {name: settings[name] for name in ("temb", "eps", "groups", "dropout", "norm", "act")}
        head = settings["head"] if settings["head"] is not None else channels
        if attn_groups is None:
            attn_groups = settings["groups"] if settings["norm"] == "default" else None
        self.resnets = nn.ModuleList([ResnetBlock2D(channels, channels, factor=factor, **one) for _ in range(2)])
        self.attentions = nn.ModuleList([Attention(channels, channels // head, head, settings["eps"], attn_groups, factor)] if attends else [])

    def forward(self, x, temb):
        x = self.resnets[0](x, temb)
        for attention in self.attentions:
            x = attention(x)
        return self.resnets[1](x, temb)


class UNet2DOutput:
    def __init__(self, sample):
        self.sample = sample

    def __getitem__(self, key):
        return self.sample if key == "sample" else (self.sample,)[key]

    def to_tuple(self):
        return (self.sample,)


class Config:
    def __init__(self, held):
        for name, value in held.items():
            setattr(self, name, value)


def published(name):
    """What the UNets of DDPM were published with: google/ddpm-cifar10-32, and one set of sizes for cats, bedrooms, faces and churches
    of 256 pixels, with and without averaged weights (google/ddpm-ema-church-256). None for any other name."""
    if not isinstance(name, str):
        return None
    if name == "google/ddpm-cifar10-32":
        blocks, attends, size = (128, 256, 256, 256), 1, 32
    elif name in ["google/ddpm-" + ema + of + "-256" for ema in ("", "ema-") for of in ("cat", "bedroom", "celebahq", "church")]:
        blocks, attends, size = (128, 128, 256, 256, 512, 512), 4, 256
    else:
        return None
    down = tuple("AttnDownBlock2D" if i == attends else "DownBlock2D" for i in range(len(blocks)))
    up = tuple("AttnUpBlock2D" if i == attends else "UpBlock2D" for i in range(len(blocks)))[::-1]
    return {"sample_size": size, "block_out_channels": blocks, "down_block_types": down, "up_block_types": up, "downsample_padding": 0,
            "attention_head_dim": None, "flip_sin_to_cos": False, "freq_shift": 1, "norm_eps": 1e-6}


class UNet2DModel(nn.Module):
    def __init__(self, sample_size=None, in_channels=3, out_channels=3, center_input_sample=False, time_embedding_type="positional",
                 time_embedding_dim=None, freq_shift=0, flip_sin_to_cos=True,
                 down_block_types=("DownBlock2D", "AttnDownBlock2D", "AttnDownBlock2D", "AttnDownBlock2D"), mid_block_type="UNetMidBlock2D",
                 up_block_types=("AttnUpBlock2D", "AttnUpBlock2D", "AttnUpBlock2D", "UpBlock2D"),
                 block_out_channels=(224, 448, 672, 896), layers_per_block=2, mid_block_scale_factor=1, downsample_padding=1,
                 downsample_type="conv", upsample_type="conv", dropout=0.0, act_fn="silu", attention_head_dim=8, norm_num_groups=32,
                 attn_norm_num_groups=None, norm_eps=1e-5, resnet_time_scale_shift="default", add_attention=True, class_embed_type=None,
                 num_class_embeds=None, num_train_timesteps=None):
        super().__init__()
        if len(down_block_types) != len(up_block_types) or len(block_out_channels) != len(down_block_types):
            raise ValueError("Must provide the same number of blocks and of their channels")
        if time_embedding_type != "positional" or class_embed_type is not None or resnet_time_scale_shift not in ("default", "scale_shift"):
            stop("another embedding of diffusers")
        self.config = Config({"sample_size": sample_size, "in_channels": in_channels, "out_channels": out_channels,
                              "center_input_sample": center_input_sample, "class_embed_type": class_embed_type,
                              "block_out_channels": block_out_channels, "num_class_embeds": num_class_embeds,
                              "num_train_timesteps": num_train_timesteps, "layers_per_block": layers_per_block})
        self.sample_size = sample_size
        width = time_embedding_dim or block_out_channels[0] * 4
        settings = {"temb": width, "eps": norm_eps, "groups": norm_num_groups, "dropout": dropout, "norm": resnet_time_scale_shift,
                    "act": act_fn, "head": attention_head_dim}
        self.conv_in = nn.Conv2d(in_channels, block_out_channels[0], 3, padding=1)
        self.time_proj = Timesteps(block_out_channels[0], flip_sin_to_cos, freq_shift)
        self.time_embedding = TimestepEmbedding(block_out_channels[0], width)
        self.class_embedding = nn.Embedding(num_class_embeds, width) if num_class_embeds is not None else None
        self.down_blocks, self.up_blocks = nn.ModuleList([]), nn.ModuleList([])
        last = len(block_out_channels) - 1
        cout = block_out_channels[0]
        for i, kind in enumerate(down_block_types):
            cin, cout = cout, block_out_channels[i]
            self.down_blocks.append(DownBlock([cin] + [cout] * (layers_per_block - 1), cout, settings, self.attends(kind, "DownBlock2D"),
                                              self.resize("down", kind, i == last, downsample_type, downsample_padding)))
        self.mid_block = None
        if mid_block_type is not None:
            self.mid_block = MidBlock(block_out_channels[-1], settings, mid_block_scale_factor, add_attention, attn_norm_num_groups)
        widths = list(reversed(block_out_channels))
        cout = widths[0]
        for i, kind in enumerate(up_block_types):
            before, cout = cout, widths[i]
            skipped = [cout] * layers_per_block + [widths[min(i + 1, last)]]
            given = [(before if at == 0 else cout) + skip for at, skip in enumerate(skipped)]
            self.up_blocks.append(UpBlock(given, cout, settings, self.attends(kind, "UpBlock2D"), self.resize("up", kind, i == last, upsample_type, 1)))
        self.conv_norm_out = nn.GroupNorm(norm_num_groups, block_out_channels[0], eps=norm_eps)
        self.conv_act = nn.SiLU()
        self.conv_out = nn.Conv2d(block_out_channels[0], out_channels, 3, padding=1)

    def attends(self, kind, plain):
        if kind not in (plain, "Attn" + plain):
            stop("another block of diffusers")
        return kind != plain

    def resize(self, way, kind, final, how, padding):
        if final:
            return None, 0
        if how == "conv" or not kind.startswith("Attn"):
            return way, padding
        if how != "resnet":
            stop("another way to resize of diffusers")
        return "resnet " + way, padding

    @property
    def dtype(self):
        return self.conv_in.weight.dtype

    @property
    def device(self):
        return self.conv_in.weight.device

    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        known = published(name)
        if known is None:
            stop("what " + str(name) + " is made of")
        return cls(**known)

    def forward(self, sample, timestep, class_labels=None, return_dict=True):
        if self.config.center_input_sample:
            sample = 2 * sample - 1.0
        if not torch.is_tensor(timestep):
            timestep = torch.tensor([timestep], dtype=torch.long, device=sample.device)
        elif len(timestep.shape) == 0:
            timestep = timestep[None].to(sample.device)
        timestep = timestep * torch.ones(sample.shape[0], dtype=timestep.dtype, device=timestep.device)
        emb = self.time_embedding(self.time_proj(timestep).to(dtype=self.dtype))
        if self.class_embedding is not None:
            emb = emb + self.class_embedding(class_labels).to(dtype=self.dtype)
        sample = self.conv_in(sample)
        states = (sample,)
        for block in self.down_blocks:
            sample, more = block(sample, emb)
            states = states + more
        if self.mid_block is not None:
            sample = self.mid_block(sample, emb)
        for block in self.up_blocks:
            count = len(block.resnets)
            sample = block(sample, states[-count:], emb)
            states = states[:-count]
        sample = self.conv_out(self.conv_act(self.conv_norm_out(sample)))
        return UNet2DOutput(sample) if return_dict else (sample,)


class Scheduler:
    """A schedule of noise, as far as a training step asks for it (diffusers 0.10 to 0.35): three tensors of a number for each step."""

    def __init__(self, num_train_timesteps=1000, prediction_type="epsilon", **kwargs):
        self.config = Settings()
        self.config.num_train_timesteps, self.config.prediction_type = num_train_timesteps, prediction_type
        for name in list(kwargs.keys()):
            setattr(self.config, name, kwargs[name])
        self.num_train_timesteps = num_train_timesteps
        self.betas, self.alphas, self.alphas_cumprod = (torch.zeros(num_train_timesteps) for _ in range(3))

    @classmethod
    def from_pretrained(cls, *args, **kwargs):
        """Which steps it was published with is not read: nearly all have a thousand."""
        return cls()

    def __len__(self):
        return self.config.num_train_timesteps

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what " + name + " of a scheduler is")

    def parts(self, samples, timesteps):
        self.alphas_cumprod = self.alphas_cumprod.to(device=samples.device)
        alphas = self.alphas_cumprod.to(dtype=samples.dtype)
        timesteps = timesteps.to(samples.device)
        shares = []
        for of in (alphas[timesteps] ** 0.5, (1 - alphas[timesteps]) ** 0.5):
            of = of.flatten()
            while len(of.shape) < len(samples.shape):
                of = of.unsqueeze(-1)
            shares.append(of)
        return shares

    def add_noise(self, original_samples, noise, timesteps):
        kept, added = self.parts(original_samples, timesteps)
        return kept * original_samples + added * noise

    def get_velocity(self, sample, noise, timesteps):
        kept, added = self.parts(sample, timesteps)
        return kept * noise - added * sample


class Settings:
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return unknown("what " + name + " of a scheduler is")


DDPMScheduler = DDIMScheduler = Scheduler
