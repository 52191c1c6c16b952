"""CLIP with a vision transformer, as openai's package (clip 1.0) and open_clip (2.20 to 3.2) build it, in our own words."""
import re

import torch
from torch import nn
from torch.nn import functional as F
from torchvision.transforms import CenterCrop, Compose, InterpolationMode, Normalize, Resize, ToTensor
from trainlint import known, making_item, stop, unknown


def sizes_of(name):
    """What a name of either package says: side of the images, patch, and width, depth and heads of the towers."""
    if not isinstance(name, str):
        return unknown("which CLIP is loaded")
    found = re.fullmatch(r"ViT-(B|L|H)[-/](16|32|14)(@336px|-336)?(-quickgelu)?", name)
    if not found:
        return unknown(name + " is no CLIP whose sizes are known")
    width, depth, heads, words, word_heads, word_depth, embed = {
        "B": (768, 12, 12, 512, 8, 12, 512), "L": (1024, 24, 16, 768, 12, 12, 768), "H": (1280, 32, 16, 1024, 16, 24, 1024)}[found.group(1)]
    side = 336 if found.group(3) else 224
    return side, int(found.group(2)), width, depth, heads, words, word_depth, word_heads, embed


class LayerNorm(nn.LayerNorm):
    def forward(self, x):
        kind = x.dtype
        return super().forward(x.type(torch.float32)).type(kind)


class QuickGELU(nn.Module):
    def forward(self, x):
        return x * torch.sigmoid(1.702 * x)


class MLP(nn.Sequential):
    def __init__(self, width, quick):
        super().__init__()
        self.c_fc = nn.Linear(width, width * 4)
        self.gelu = QuickGELU() if quick else nn.GELU()
        self.c_proj = nn.Linear(width * 4, width)

    def forward(self, x):
        return self.c_proj(self.gelu(self.c_fc(x)))


class ResidualAttentionBlock(nn.Module):
    def __init__(self, width, heads, mask, quick, batch_first):
        super().__init__()
        self.attn = nn.MultiheadAttention(width, heads, batch_first=batch_first)
        self.ln_1 = LayerNorm(width)
        self.mlp = MLP(width, quick)
        self.ln_2 = LayerNorm(width)
        self.attn_mask = mask

    def forward(self, x):
        mask = self.attn_mask.to(dtype=x.dtype, device=x.device) if self.attn_mask is not None else None
        y = self.ln_1(x)
        x = x + self.attn(y, y, y, need_weights=False, attn_mask=mask)[0]
        return x + self.mlp(self.ln_2(x))


class Transformer(nn.Module):
    def __init__(self, width, layers, heads, mask, quick, batch_first):
        super().__init__()
        self.width, self.layers, self.batch_first = width, layers, batch_first
        self.resblocks = nn.Sequential(*[ResidualAttentionBlock(width, heads, mask, quick, batch_first) for _ in range(layers)])

    def forward(self, x):
        if self.batch_first:
            return self.resblocks(x)
        return self.resblocks(x.permute(1, 0, 2)).permute(1, 0, 2)


class VisionTransformer(nn.Module):
    def __init__(self, side, patch, width, layers, heads, output_dim, quick, batch_first):
        super().__init__()
        self.input_resolution, self.output_dim, self.image_size, self.patch = side, output_dim, (side, side), patch
        self.conv1 = nn.Conv2d(3, width, kernel_size=patch, stride=patch, bias=False)
        self.class_embedding = nn.Parameter(torch.randn(width))
        self.positional_embedding = nn.Parameter(torch.randn((side // patch) ** 2 + 1, width))
        self.ln_pre = LayerNorm(width)
        self.transformer = Transformer(width, layers, heads, None, quick, batch_first)
        self.ln_post = LayerNorm(width)
        self.proj = nn.Parameter(torch.randn(width, output_dim))

    def forward(self, x):
        x = self.conv1(x)
        x = x.reshape(x.shape[0], x.shape[1], -1).permute(0, 2, 1)
        first = self.class_embedding.to(x.dtype) + torch.zeros(x.shape[0], 1, x.shape[-1], dtype=x.dtype, device=x.device)
        x = torch.cat([first, x], dim=1) + self.positional_embedding.to(x.dtype)
        x = self.transformer(self.ln_pre(x))
        return self.ln_post(x[:, 0, :]) @ self.proj


class CLIP(nn.Module):
    def __init__(self, sizes, quick, batch_first):
        super().__init__()
        side, patch, width, depth, heads, words, word_depth, word_heads, embed = sizes
        self.context_length, self.vocab_size = 77, 49408
        self.visual = VisionTransformer(side, patch, width, depth, heads, embed, quick, batch_first)
        self.transformer = Transformer(words, word_depth, word_heads, torch.empty(77, 77), quick, batch_first)
        self.token_embedding = nn.Embedding(49408, words)
        self.positional_embedding = nn.Parameter(torch.empty(77, words))
        self.ln_final = LayerNorm(words)
        self.text_projection = nn.Parameter(torch.empty(words, embed))
        self.logit_scale = nn.Parameter(torch.ones([]))

    @property
    def dtype(self):
        return self.visual.conv1.weight.dtype

    def encode_image(self, image, normalize=False):
        features = self.visual(image.type(self.dtype))
        return F.normalize(features, dim=-1) if normalize else features

    def encode_text(self, text, normalize=False):
        x = self.token_embedding(text).type(self.dtype) + self.positional_embedding.type(self.dtype)
        x = self.ln_final(self.transformer(x)).type(self.dtype)
        features = x[torch.arange(x.shape[0]), text.argmax(dim=-1)] @ self.text_projection
        return F.normalize(features, dim=-1) if normalize else features


class OpenAICLIP(CLIP):
    def forward(self, image, text):
        image_features, text_features = self.encode_image(image), self.encode_text(text)
        image_features = image_features / image_features.norm(dim=1, keepdim=True)
        text_features = text_features / text_features.norm(dim=1, keepdim=True)
        logits = self.logit_scale.exp() * image_features @ text_features.t()
        return logits, logits.t()


class OpenCLIP(CLIP):
    output_dict = False

    def set_grad_checkpointing(self, enable=True):
        if enable:
            stop("checkpointing that open_clip does by itself")

    def lock_image_tower(self, unlocked_groups=0, freeze_bn_stats=False):
        if unlocked_groups:
            stop("which groups of a tower are frozen")
        for p in self.visual.parameters():
            p.requires_grad = False

    def forward(self, image=None, text=None):
        image_features = self.encode_image(image, normalize=True) if image is not None else None
        text_features = self.encode_text(text, normalize=True) if text is not None else None
        return image_features, text_features, self.logit_scale.exp()


def convert_weights(model):
    """What openai's package holds in half precision: convolutions, linear layers, attention, and the two projections."""
    model.visual.conv1.half()
    for tower in (model.visual.transformer, model.transformer):
        for block in tower.resblocks:
            block.attn.half()
            block.mlp.half()
    model.visual.proj.data = model.visual.proj.data.half()
    model.text_projection.data = model.text_projection.data.half()


def preprocess_of(side):
    return Compose([Resize(side, interpolation=InterpolationMode.BICUBIC), CenterCrop(side), lambda image: image.convert("RGB"), ToTensor(),
                    Normalize((0.48145466, 0.4578275, 0.40821073), (0.26862954, 0.26130258, 0.27577711))])


def load(name, device="cuda", jit=False, download_root=None):
    if jit:
        stop("a CLIP that is a script of torch's")
    sizes = sizes_of(name)
    if not known(sizes):
        return unknown("which CLIP is loaded"), unknown("which CLIP is loaded")
    model = OpenAICLIP(sizes, True, False)
    if not str(device).startswith("cpu"):
        convert_weights(model)
    return model.eval(), preprocess_of(sizes[0])


def available_models():
    return ["RN50", "RN101", "RN50x4", "RN50x16", "RN50x64", "ViT-B/32", "ViT-B/16", "ViT-L/14", "ViT-L/14@336px"]


def tokenize(texts, context_length=77, truncate=False):
    if not known(texts):
        count = 1 if making_item() else None
    else:
        count = len(texts) if isinstance(texts, (list, tuple)) else 1
    if count is None or not known(count):
        return unknown("how many texts are tokenized")
    return torch.empty((count, context_length), dtype=torch.long)


def open_model(model_name, pretrained=None, precision="fp32", device="cpu", jit=False, force_quick_gelu=False, **kwargs):
    for key in kwargs:
        if key not in ("cache_dir", "output_dict", "pretrained_image", "weights_only", "require_pretrained", "load_weights_only"):
            stop("what open_clip makes of " + key)
    if jit or precision not in ("fp32", "amp", "amp_bf16", "amp_bfloat16") or kwargs.get("output_dict"):
        stop("a CLIP of another precision, or as a script of torch's")
    sizes = sizes_of(model_name)
    if not known(sizes):
        return sizes
    return OpenCLIP(sizes, force_quick_gelu or pretrained == "openai" or model_name.endswith("-quickgelu"), True)


def open_create_model(model_name, pretrained=None, precision="fp32", device="cpu", **kwargs):
    return open_model(model_name, pretrained, precision, device, **kwargs)


def open_create_model_and_transforms(model_name, pretrained=None, precision="fp32", device="cpu", **kwargs):
    model = open_model(model_name, pretrained, precision, device, **kwargs)
    if not known(model):
        return model, unknown("the images of a CLIP"), unknown("the images of a CLIP")
    preprocess = preprocess_of(model.visual.input_resolution)
    return model, preprocess, preprocess


def open_create_model_from_pretrained(model_name, pretrained=None, precision="fp32", device="cpu", **kwargs):
    model = open_model(model_name, pretrained, precision, device, **kwargs)
    if not known(model):
        return model, unknown("the images of a CLIP")
    return model, preprocess_of(model.visual.input_resolution)


def open_get_tokenizer(model_name="", **kwargs):
    return tokenize


def open_tokenize(texts, context_length=77):
    return tokenize(texts, context_length)
