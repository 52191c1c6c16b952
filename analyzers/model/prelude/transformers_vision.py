"""Vision models of transformers (4.30 to 4.57) as people fine-tune them, and the processors of their images, in our own words. What is
published under a name is a matter of few sizes; a name that does not say them is not known here."""
import re

import numpy
import torch
from torch import nn
from torch.nn import functional as F
from transformers import ACT2FN, PretrainedConfig, PreTrainedModel, configure, eager
from transformers.modeling_outputs import BaseModelOutputWithPooling, ImageClassifierOutput, SemanticSegmenterOutput
from trainlint import known, making_item, stop, unknown


class VisionConfig(PretrainedConfig):
    hidden_act, hidden_dropout_prob, attention_probs_dropout_prob, num_channels = "gelu", 0.0, 0.0, 3

    @classmethod
    def from_pretrained(cls, name, **kwargs):
        return named(cls, name, kwargs)


def named(kind, name, kwargs):
    """The config that is published under a name."""
    sizes = kind.sizes_of(name) if isinstance(name, str) else None
    if sizes is None:
        return unknown(str(name) + " is no vision model whose sizes are known")
    if "num_labels" in sizes and not kwargs.get("ignore_mismatched_sizes", False):
        # another number of labels than those of its head would be refused, so that one which is not known is that one
        for key in ("id2label", "label2id", "num_labels"):
            if key in kwargs and not known(kwargs[key]):
                kwargs.pop(key)
    if "id2label" in kwargs or "num_labels" in kwargs:
        sizes.pop("num_labels", None)
    labels = {key: kwargs[key] for key in ("num_labels", "id2label", "label2id", "problem_type") if key in kwargs}
    made = kind(**sizes, **labels)
    configure(made, kwargs)
    return made


class ViTConfig(VisionConfig):
    model_type = "vit"
    hidden_size, num_hidden_layers, num_attention_heads, intermediate_size = 768, 12, 12, 3072
    layer_norm_eps, image_size, patch_size, qkv_bias = 1e-12, 224, 16, True

    @staticmethod
    def sizes_of(name):
        found = re.fullmatch(r"google/vit-(base|large|huge)-patch(14|16|32)-(224|384)(-in21k)?", name)
        if not found:
            return None
        width, depth, heads, inner = {"base": (768, 12, 12, 3072), "large": (1024, 24, 16, 4096), "huge": (1280, 32, 16, 5120)}[found.group(1)]
        sizes = {"hidden_size": width, "num_hidden_layers": depth, "num_attention_heads": heads, "intermediate_size": inner,
                 "patch_size": int(found.group(2)), "image_size": int(found.group(3))}
        if found.group(4) is None:
            sizes["num_labels"] = 1000
        return sizes


class Vision(PreTrainedModel):
    """What a vision model is loaded from, and how its options are read."""

    main_input_name = "pixel_values"

    @classmethod
    def from_pretrained(cls, name, *args, config=None, **kwargs):
        if config is None:
            config = named(cls.config_type, name, kwargs)
            if not known(config):
                return config
        elif not isinstance(config, cls.config_type):
            return unknown("a model of a config that is not known")
        left = configure(config, kwargs)
        for key in left:
            if key not in ("add_pooling_layer", "use_mask_token"):
                stop("what " + key + " makes of a model that is loaded")
        return cls(config, **left)

    def asked(self, return_dict, output_hidden_states, output_attentions):
        if output_attentions or output_attentions is None and self.config.output_attentions:
            stop("attention that gives its weights")
        hidden = output_hidden_states if output_hidden_states is not None else self.config.output_hidden_states
        return return_dict if return_dict is not None else self.config.use_return_dict, hidden


class ViTPatchEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.image_size = config.image_size
        self.num_patches = (config.image_size // config.patch_size) ** 2
        self.projection = nn.Conv2d(config.num_channels, config.hidden_size, kernel_size=config.patch_size, stride=config.patch_size)

    def forward(self, pixel_values):
        return self.projection(pixel_values).flatten(2).transpose(1, 2)


class ViTEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.cls_token = nn.Parameter(torch.randn(1, 1, config.hidden_size))
        self.patch_embeddings = ViTPatchEmbeddings(config)
        self.position_embeddings = nn.Parameter(torch.randn(1, self.patch_embeddings.num_patches + 1, config.hidden_size))
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, pixel_values):
        side = self.patch_embeddings.image_size
        if pixel_values.shape[2] != side or pixel_values.shape[3] != side:
            raise ValueError("Input image size doesn't match model")
        embeddings = self.patch_embeddings(pixel_values)
        embeddings = torch.cat((self.cls_token.expand(embeddings.shape[0], -1, -1), embeddings), dim=1)
        return self.dropout(embeddings + self.position_embeddings)


class ViTAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads, self.width = config.num_attention_heads, config.hidden_size // config.num_attention_heads
        self.query = nn.Linear(config.hidden_size, config.hidden_size, bias=config.qkv_bias)
        self.key = nn.Linear(config.hidden_size, config.hidden_size, bias=config.qkv_bias)
        self.value = nn.Linear(config.hidden_size, config.hidden_size, bias=config.qkv_bias)
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout, self.eager = config.attention_probs_dropout_prob, eager(config)

    def forward(self, states):
        def heads(x):
            return x.view(*x.shape[:-1], self.heads, self.width).transpose(1, 2)
        out = attended(heads(self.query(states)), heads(self.key(states)), heads(self.value(states)), self.dropout if self.training else 0.0, self.eager)
        return self.dense(out.transpose(1, 2).reshape(*states.shape))


def attended(query, key, value, dropout, eager):
    if not eager:
        return F.scaled_dot_product_attention(query, key, value, dropout_p=dropout)
    scores = torch.matmul(query, key.transpose(-1, -2)) / (query.size(-1) ** 0.5)
    return torch.matmul(F.dropout(nn.functional.softmax(scores, dim=-1), p=dropout), value)


class ViTLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = ViTAttention(config)
        self.layernorm_before = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.layernorm_after = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.act = ACT2FN[config.hidden_act]
        self.fc2 = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, states):
        states = self.dropout(self.attention(self.layernorm_before(states))) + states
        return self.dropout(self.fc2(self.act(self.fc1(self.layernorm_after(states))))) + states


class ViTEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([ViTLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, states, collect):
        all_states = (states,)
        for layer in self.layer:
            states = layer(states)
            if collect:
                all_states = all_states + (states,)
        return states, all_states if collect else None


class ViTPooler(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.activation = nn.Tanh()

    def forward(self, states):
        return self.activation(self.dense(states[:, 0]))


class ViTModel(Vision):
    config_type, base_model_prefix = ViTConfig, "vit"

    def __init__(self, config, add_pooling_layer=True, use_mask_token=False):
        super().__init__(config)
        if use_mask_token:
            stop("a ViT with a token for masks")
        self.embeddings = ViTEmbeddings(config)
        self.encoder = ViTEncoder(config)
        self.layernorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.pooler = ViTPooler(config) if add_pooling_layer and vars(config).get("add_pooling_layer", True) else None

    def forward(self, pixel_values=None, bool_masked_pos=None, head_mask=None, output_attentions=None, output_hidden_states=None,
                interpolate_pos_encoding=None, return_dict=None):
        if bool_masked_pos is not None or head_mask is not None or interpolate_pos_encoding:
            stop("a ViT that is given masks, or sizes of its own")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        states, all_states = self.encoder(self.embeddings(pixel_values), collect)
        states = self.layernorm(states)
        pooled = self.pooler(states) if self.pooler is not None else None
        if not return_dict:
            return tuple(v for v in (states, pooled, all_states) if v is not None)
        return BaseModelOutputWithPooling(states, pooled, all_states)


class ViTForImageClassification(Vision):
    config_type, base_model_prefix = ViTConfig, "vit"

    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.vit = ViTModel(config, add_pooling_layer=False)
        self.classifier = nn.Linear(config.hidden_size, config.num_labels) if config.num_labels > 0 else nn.Identity()

    def forward(self, pixel_values=None, head_mask=None, labels=None, output_attentions=None, output_hidden_states=None,
                interpolate_pos_encoding=None, return_dict=None):
        out = self.vit(pixel_values, head_mask=head_mask, output_attentions=output_attentions, output_hidden_states=output_hidden_states,
                       interpolate_pos_encoding=interpolate_pos_encoding, return_dict=True)
        logits = self.classifier(out.last_hidden_state[:, 0, :])
        loss = None
        if labels is not None and self.config.problem_type is None and self.num_labels > 1 and labels.dtype in (torch.long, torch.int):
            loss = F.cross_entropy(logits.view(-1, self.num_labels), labels.view(-1))
        elif labels is not None:
            stop("a loss that the labels decide")
        if not (return_dict if return_dict is not None else self.config.use_return_dict):
            rest = (logits,) if out.hidden_states is None else (logits, out.hidden_states)
            return rest if loss is None else (loss,) + rest
        return ImageClassifierOutput(loss, logits, out.hidden_states)


class SegformerConfig(VisionConfig):
    model_type = "segformer"
    hidden_sizes, depths, decoder_hidden_size = [32, 64, 160, 256], [2, 2, 2, 2], 256
    sr_ratios, num_attention_heads, patch_sizes, strides, mlp_ratios = [8, 4, 2, 1], [1, 2, 5, 8], [7, 3, 3, 3], [4, 2, 2, 2], [4, 4, 4, 4]
    drop_path_rate, classifier_dropout_prob, semantic_loss_ignore_index, num_encoder_blocks = 0.1, 0.1, 255, 4

    @staticmethod
    def sizes_of(name):
        found = re.fullmatch(r"nvidia/(mit-b([0-5])|segformer-b([0-5])-finetuned-(ade|cityscapes)-[0-9]+-[0-9]+)", name)
        if not found:
            return None
        kind = int(found.group(2) or found.group(3))
        depths = [[2, 2, 2, 2], [2, 2, 2, 2], [3, 4, 6, 3], [3, 4, 18, 3], [3, 8, 27, 3], [3, 6, 40, 3]][kind]
        return {"hidden_sizes": [32, 64, 160, 256] if kind == 0 else [64, 128, 320, 512], "depths": depths,
                "decoder_hidden_size": 256 if kind < 2 else 768, "num_labels": {"ade": 150, "cityscapes": 19, None: 1000}[found.group(4)]}


class SegformerOverlapPatchEmbeddings(nn.Module):
    def __init__(self, patch, stride, channels, width):
        super().__init__()
        self.proj = nn.Conv2d(channels, width, kernel_size=patch, stride=stride, padding=patch // 2)
        self.layer_norm = nn.LayerNorm(width)

    def forward(self, pixel_values):
        x = self.proj(pixel_values)
        height, width = x.shape[2], x.shape[3]
        return self.layer_norm(x.flatten(2).transpose(1, 2)), height, width


class SegformerAttention(nn.Module):
    def __init__(self, config, width, heads, ratio):
        super().__init__()
        self.heads, self.width = heads, width // heads
        self.query, self.key, self.value = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.ratio = ratio
        if ratio > 1:
            self.sr = nn.Conv2d(width, width, kernel_size=ratio, stride=ratio)
            self.layer_norm = nn.LayerNorm(width)
        self.dense = nn.Linear(width, width)
        self.attention_dropout = config.attention_probs_dropout_prob

    def forward(self, states, height, width):
        def heads(x):
            return x.view(*x.shape[:-1], self.heads, self.width).transpose(1, 2)
        query, reduced = heads(self.query(states)), states
        if self.ratio > 1:
            batch, _, channels = states.shape
            reduced = self.sr(states.permute(0, 2, 1).reshape(batch, channels, height, width))
            reduced = self.layer_norm(reduced.reshape(batch, channels, -1).permute(0, 2, 1))
        out = attended(query, heads(self.key(reduced)), heads(self.value(reduced)), self.attention_dropout if self.training else 0.0, True)
        return self.dense(out.permute(0, 2, 1, 3).contiguous().view(*states.shape))


class SegformerMixFFN(nn.Module):
    def __init__(self, config, width, inner):
        super().__init__()
        self.dense1 = nn.Linear(width, inner)
        self.dwconv = nn.Conv2d(inner, inner, 3, 1, 1, groups=inner)
        self.act = ACT2FN[config.hidden_act]
        self.dense2 = nn.Linear(inner, width)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, states, height, width):
        x = self.dense1(states)
        x = self.dwconv(x.transpose(1, 2).view(x.shape[0], x.shape[2], height, width)).flatten(2).transpose(1, 2)
        return self.dropout(self.dense2(self.dropout(self.act(x))))


class SegformerDropPath(nn.Module):
    def __init__(self, drop_prob):
        super().__init__()
        self.drop_prob = drop_prob

    def forward(self, x):
        if self.drop_prob == 0.0 or not self.training:
            return x
        keep = 1 - self.drop_prob
        noise = torch.rand((x.shape[0],) + (1,) * (x.ndim - 1), dtype=x.dtype, device=x.device) + keep
        return x.div(keep) * noise.floor_()


class SegformerLayer(nn.Module):
    def __init__(self, config, width, heads, drop_path, ratio, mlp_ratio):
        super().__init__()
        self.layer_norm_1 = nn.LayerNorm(width)
        self.attention = SegformerAttention(config, width, heads, ratio)
        self.drop_path = SegformerDropPath(drop_path) if drop_path > 0.0 else nn.Identity()
        self.layer_norm_2 = nn.LayerNorm(width)
        self.mlp = SegformerMixFFN(config, width, int(width * mlp_ratio))

    def forward(self, states, height, width):
        states = self.drop_path(self.attention(self.layer_norm_1(states), height, width)) + states
        return self.drop_path(self.mlp(self.layer_norm_2(states), height, width)) + states


class SegformerEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        total = sum(config.depths)
        rates = [config.drop_path_rate * i / (total - 1) for i in range(total)]
        patches, blocks, norms, at = [], [], [], 0
        for i in range(config.num_encoder_blocks):
            before = config.num_channels if i == 0 else config.hidden_sizes[i - 1]
            width = config.hidden_sizes[i]
            patches.append(SegformerOverlapPatchEmbeddings(config.patch_sizes[i], config.strides[i], before, width))
            blocks.append(nn.ModuleList([SegformerLayer(config, width, config.num_attention_heads[i], rates[at + k], config.sr_ratios[i], config.mlp_ratios[i])
                                         for k in range(config.depths[i])]))
            norms.append(nn.LayerNorm(width))
            at += config.depths[i]
        self.patch_embeddings, self.block, self.layer_norm = nn.ModuleList(patches), nn.ModuleList(blocks), nn.ModuleList(norms)

    def forward(self, x):
        out = ()
        for embed, blocks, norm in zip(self.patch_embeddings, self.block, self.layer_norm):
            x, height, width = embed(x)
            for block in blocks:
                x = block(x, height, width)
            x = norm(x)
            x = x.reshape(x.shape[0], height, width, -1).permute(0, 3, 1, 2).contiguous()
            out = out + (x,)
        return x, out


class SegformerModel(Vision):
    config_type, base_model_prefix = SegformerConfig, "segformer"

    def __init__(self, config):
        super().__init__(config)
        self.encoder = SegformerEncoder(config)

    def forward(self, pixel_values, output_attentions=None, output_hidden_states=None, return_dict=None):
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        last, states = self.encoder(pixel_values)
        if not return_dict:
            return (last, states) if collect else (last,)
        return BaseModelOutputWithPooling(last, None, states if collect else None)


class SegformerMLP(nn.Module):
    def __init__(self, config, width):
        super().__init__()
        self.proj = nn.Linear(width, config.decoder_hidden_size)

    def forward(self, x):
        return self.proj(x.flatten(2).transpose(1, 2))


class SegformerDecodeHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.linear_c = nn.ModuleList([SegformerMLP(config, width) for width in config.hidden_sizes])
        self.linear_fuse = nn.Conv2d(config.decoder_hidden_size * config.num_encoder_blocks, config.decoder_hidden_size, 1, bias=False)
        self.batch_norm = nn.BatchNorm2d(config.decoder_hidden_size)
        self.activation = nn.ReLU()
        self.dropout = nn.Dropout(config.classifier_dropout_prob)
        self.classifier = nn.Conv2d(config.decoder_hidden_size, config.num_labels, kernel_size=1)

    def forward(self, states):
        size, all_states = states[0].size()[2:], ()
        for x, mlp in zip(states, self.linear_c):
            height, width = x.shape[2], x.shape[3]
            x = mlp(x).permute(0, 2, 1).reshape(x.shape[0], -1, height, width)
            all_states = all_states + (F.interpolate(x, size=size, mode="bilinear", align_corners=False),)
        x = self.activation(self.batch_norm(self.linear_fuse(torch.cat(all_states[::-1], dim=1))))
        return self.classifier(self.dropout(x))


class SegformerForSemanticSegmentation(Vision):
    config_type, base_model_prefix = SegformerConfig, "segformer"

    def __init__(self, config):
        super().__init__(config)
        self.segformer = SegformerModel(config)
        self.decode_head = SegformerDecodeHead(config)

    def forward(self, pixel_values, labels=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        states = self.segformer(pixel_values, output_hidden_states=True, return_dict=True).hidden_states
        logits = self.decode_head(states)
        loss = None
        if labels is not None:
            wide = F.interpolate(logits, size=labels.shape[-2:], mode="bilinear", align_corners=False)
            if self.config.num_labels == 1:
                stop("a loss that masks what it ignores")
            loss = F.cross_entropy(wide, labels, ignore_index=self.config.semantic_loss_ignore_index)
        if not return_dict:
            rest = (logits, states) if collect else (logits,)
            return rest if loss is None else (loss,) + rest
        return SemanticSegmenterOutput(loss, logits, states if collect else None)


AutoModelForSemanticSegmentation = SegformerForSemanticSegmentation


class AutoModelForImageClassification(ViTForImageClassification):
    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        return ViTForImageClassification.from_pretrained(name, *args, **kwargs)


class BatchFeature(dict):
    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def to(self, *args, **kwargs):
        for name in list(self.keys()):
            self[name] = self[name].to(*args, **kwargs)
        return self


def side_of(size):
    """The height and width that a size stands for; None where it is a rule for one side."""
    if isinstance(size, dict):
        if "height" in size and "width" in size:
            return size["height"], size["width"]
        return None
    if isinstance(size, int):
        return size, size
    return tuple(size) if isinstance(size, (list, tuple)) and len(size) == 2 else None


class ImageProcessor:
    """Images that are resized to one size, whatever theirs is."""

    sides = None

    def __init__(self, do_resize=True, size=None, **kwargs):
        self.do_resize, self.size = do_resize, size if size is not None else {"height": self.sides, "width": self.sides}
        self.kwargs = kwargs
        self.image_mean, self.image_std = [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]

    @classmethod
    def from_pretrained(cls, name, size=None, do_resize=True, **kwargs):
        side = cls.published_side(name) if isinstance(name, str) else None
        if size is None and side is None:
            return unknown("the size to which a processor brings images")
        return cls(do_resize=do_resize, size=size if size is not None else {"height": side, "width": side}, **kwargs)

    @staticmethod
    def published_side(name):
        found = re.fullmatch(r"google/vit-[a-z]+-patch[0-9]+-(224|384)(-in21k)?", name) or re.fullmatch(r"nvidia/segformer-b[0-5]-finetuned-ade-(512|640)-[0-9]+", name)
        return int(found.group(1)) if found else None

    def __call__(self, images=None, segmentation_maps=None, return_tensors=None, size=None, do_resize=None, **kwargs):
        for key in kwargs:
            if key not in ("do_normalize", "do_rescale", "rescale_factor", "data_format", "input_data_format", "do_reduce_labels", "do_convert_rgb"):
                return unknown("what a processor makes of " + key)
        side = side_of(size if size is not None else self.size)
        if not (do_resize if do_resize is not None else self.do_resize) or side is None or side[0] is None:
            return unknown("the size to which a processor brings images")
        if known(images):
            count = len(images) if isinstance(images, (list, tuple)) else 1
        elif making_item():
            count = 1
        else:
            return unknown("whether a processor is given one image or several")
        out = BatchFeature()
        out["pixel_values"] = self.made((3,) + tuple(side), count, return_tensors, torch.float32)
        if segmentation_maps is not None:
            out["labels"] = self.made(tuple(side), count, return_tensors, torch.int64)
        return out

    def made(self, shape, count, return_tensors, dtype):
        if return_tensors == "pt":
            return torch.empty((count,) + shape, dtype=dtype)
        if return_tensors in (None, "np"):
            one = numpy.empty(shape, dtype=numpy.float32 if dtype == torch.float32 else numpy.int64)
            return numpy.empty((count,) + shape, dtype=numpy.float32) if return_tensors == "np" else [one for _ in range(count)]
        return unknown("the tensors that a processor gives")

    preprocess = __call__


class ViTImageProcessor(ImageProcessor):
    sides = 224


class SegformerImageProcessor(ImageProcessor):
    sides = 512


ViTFeatureExtractor = ViTImageProcessorFast = ViTImageProcessor
SegformerFeatureExtractor = SegformerImageProcessorFast = SegformerImageProcessor
AutoImageProcessor = ImageProcessor


class AutoFeatureExtractor:
    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        if isinstance(name, str):
            from transformers.models.wav2vec2 import SpeechExtractor, kind_of
            if kind_of(name) is not None:
                return SpeechExtractor.from_pretrained(name)
        return ImageProcessor.from_pretrained(name, *args, **kwargs)
