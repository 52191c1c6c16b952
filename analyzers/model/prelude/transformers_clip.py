"""CLIP of transformers (4.30 to 4.57), as people put a head on it, in our own words. What is published under a name is a matter of few sizes."""
import re

import torch
from torch import nn
from torch.nn import functional as F
from transformers import configure, eager
from transformers.modeling_outputs import BaseModelOutputWithPooling
from transformers.models.vit import attended, named, Vision, VisionConfig
from transformers.utils import ModelOutput
from trainlint import known, stop, unknown


def towers_of(name):
    found = re.fullmatch(r"openai/clip-vit-(base-patch(16|32)|large-patch14(-336)?)", name)
    if not found:
        return None
    large = found.group(2) is None
    images = {"hidden_size": 1024 if large else 768, "intermediate_size": 4096 if large else 3072, "num_hidden_layers": 24 if large else 12,
              "num_attention_heads": 16 if large else 12, "patch_size": 14 if large else int(found.group(2)), "image_size": 336 if found.group(3) else 224}
    texts = {"hidden_size": 768 if large else 512, "intermediate_size": 3072 if large else 2048, "num_attention_heads": 12 if large else 8}
    return images, texts, 768 if large else 512


class CLIPTower(VisionConfig):
    hidden_act, attention_dropout, layer_norm_eps, projection_dim = "quick_gelu", 0.0, 1e-5, 512


class CLIPVisionConfig(CLIPTower):
    model_type = "clip_vision_model"
    hidden_size, intermediate_size, num_hidden_layers, num_attention_heads, image_size, patch_size = 768, 3072, 12, 12, 224, 32

    @staticmethod
    def sizes_of(name):
        found = towers_of(name)
        return None if found is None else dict(found[0], projection_dim=found[2])


class CLIPTextConfig(CLIPTower):
    model_type = "clip_text_model"
    hidden_size, intermediate_size, num_hidden_layers, num_attention_heads = 512, 2048, 12, 8
    vocab_size, max_position_embeddings = 49408, 77

    @staticmethod
    def sizes_of(name):
        found = towers_of(name)
        return None if found is None else dict(found[1], projection_dim=found[2])


class CLIPConfig(VisionConfig):
    model_type = "clip"

    def __init__(self, text_config=None, vision_config=None, projection_dim=512, logit_scale_init_value=2.6592, **kwargs):
        super().__init__(**kwargs)
        self.text_config = text_config if isinstance(text_config, CLIPTextConfig) else CLIPTextConfig(**(text_config or {}))
        self.vision_config = vision_config if isinstance(vision_config, CLIPVisionConfig) else CLIPVisionConfig(**(vision_config or {}))
        self.projection_dim, self.logit_scale_init_value = projection_dim, logit_scale_init_value

    @staticmethod
    def sizes_of(name):
        found = towers_of(name)
        if found is None:
            return None
        images, texts, width = found
        return {"text_config": dict(texts, projection_dim=width), "vision_config": dict(images, projection_dim=width), "projection_dim": width}


class CLIPAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.heads, self.width = config.num_attention_heads, config.hidden_size // config.num_attention_heads
        self.k_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.v_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.q_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.out_proj = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout, self.eager = config.attention_dropout, eager(config)

    def forward(self, states, mask):
        def heads(x):
            return x.view(*x.shape[:-1], self.heads, self.width).transpose(1, 2)
        query, key, value = heads(self.q_proj(states)), heads(self.k_proj(states)), heads(self.v_proj(states))
        if isinstance(mask, str):
            out = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        elif mask is None:
            out = attended(query, key, value, self.dropout if self.training else 0.0, self.eager)
        elif self.eager:
            scores = torch.matmul(query, key.transpose(-1, -2)) * self.width ** -0.5 + mask
            out = torch.matmul(nn.functional.softmax(scores, dim=-1), value)
        else:
            out = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        return self.out_proj(out.transpose(1, 2).reshape(*states.shape))


class CLIPMLP(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.hidden_act != "quick_gelu":
            stop("a CLIP with another activation")
        self.fc1 = nn.Linear(config.hidden_size, config.intermediate_size)
        self.fc2 = nn.Linear(config.intermediate_size, config.hidden_size)

    def forward(self, states):
        states = self.fc1(states)
        return self.fc2(states * torch.sigmoid(1.702 * states))


class CLIPEncoderLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.self_attn = CLIPAttention(config)
        self.layer_norm1 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.mlp = CLIPMLP(config)
        self.layer_norm2 = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, states, mask):
        states = states + self.self_attn(self.layer_norm1(states), mask)
        return states + self.mlp(self.layer_norm2(states))


class CLIPEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layers = nn.ModuleList([CLIPEncoderLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, states, mask, collect):
        all_states = (states,)
        for layer in self.layers:
            states = layer(states, mask)
            if collect:
                all_states = all_states + (states,)
        return states, all_states if collect else None


class CLIPVisionEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.image_size = config.image_size
        self.class_embedding = nn.Parameter(torch.randn(config.hidden_size))
        self.patch_embedding = nn.Conv2d(config.num_channels, config.hidden_size, kernel_size=config.patch_size, stride=config.patch_size, bias=False)
        self.position_embedding = nn.Embedding((config.image_size // config.patch_size) ** 2 + 1, config.hidden_size)
        self.register_buffer("position_ids", torch.arange(self.position_embedding.num_embeddings).expand((1, -1)), persistent=False)

    def forward(self, pixel_values):
        if pixel_values.shape[2] != self.image_size or pixel_values.shape[3] != self.image_size:
            raise ValueError("Input image size doesn't match model")
        patches = self.patch_embedding(pixel_values.to(dtype=self.patch_embedding.weight.dtype)).flatten(2).transpose(1, 2)
        first = self.class_embedding.expand(pixel_values.shape[0], 1, -1)
        return torch.cat([first, patches], dim=1) + self.position_embedding(self.position_ids)


class CLIPTextEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.token_embedding = nn.Embedding(config.vocab_size, config.hidden_size)
        self.position_embedding = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)), persistent=False)

    def forward(self, input_ids):
        length = input_ids.shape[-1]
        if length > self.position_embedding.num_embeddings:
            raise ValueError("Sequence length must be less than max_position_embeddings")
        return self.token_embedding(input_ids) + self.position_embedding(self.position_ids[:, :length])


def given(config, return_dict, output_hidden_states, output_attentions):
    if output_attentions or output_attentions is None and config.output_attentions:
        stop("attention that gives its weights")
    collect = output_hidden_states if output_hidden_states is not None else config.output_hidden_states
    return return_dict if return_dict is not None else config.use_return_dict, collect


class CLIPVisionTransformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = CLIPVisionEmbeddings(config)
        self.pre_layrnorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.encoder = CLIPEncoder(config)
        self.post_layernorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, pixel_values=None, output_attentions=None, output_hidden_states=None, return_dict=None, interpolate_pos_encoding=False):
        if interpolate_pos_encoding:
            stop("a CLIP that is given images of another size")
        return_dict, collect = given(self.config, return_dict, output_hidden_states, output_attentions)
        states, all_states = self.encoder(self.pre_layrnorm(self.embeddings(pixel_values)), None, collect)
        pooled = self.post_layernorm(states[:, 0, :])
        if not return_dict:
            return tuple(v for v in (states, pooled, all_states) if v is not None)
        return BaseModelOutputWithPooling(states, pooled, all_states)


class CLIPTextTransformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.embeddings = CLIPTextEmbeddings(config)
        self.encoder = CLIPEncoder(config)
        self.final_layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, input_ids=None, attention_mask=None, position_ids=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if input_ids is None or position_ids is not None:
            stop("a CLIP that is given positions, or no tokens")
        return_dict, collect = given(self.config, return_dict, output_hidden_states, output_attentions)
        input_ids = input_ids.view(-1, input_ids.shape[-1])
        states = self.embeddings(input_ids)
        count, length = input_ids.shape
        if attention_mask is None and not eager(self.config):
            mask = "causal"
        else:
            mask = self.later(states, count, length, attention_mask)
        states, all_states = self.encoder(states, mask, collect)
        states = self.final_layer_norm(states)
        pooled = states[torch.arange(count, device=states.device), input_ids.to(torch.int).argmax(dim=-1)]
        if not return_dict:
            return tuple(v for v in (states, pooled, all_states) if v is not None)
        return BaseModelOutputWithPooling(states, pooled, all_states)

    def later(self, states, count, length, attention_mask):
        mask = torch.full((length, length), -1e30, dtype=states.dtype, device=states.device).triu(1)[None, None].expand(count, 1, length, length)
        if attention_mask is not None:
            mask = mask + (1.0 - attention_mask[:, None, None, :].to(states.dtype)) * -1e30
        return mask


class CLIPVisionModel(Vision):
    config_type, base_model_prefix = CLIPVisionConfig, "clip"

    def __init__(self, config):
        super().__init__(config)
        self.vision_model = CLIPVisionTransformer(config)

    def forward(self, pixel_values=None, output_attentions=None, output_hidden_states=None, interpolate_pos_encoding=False, return_dict=None):
        return self.vision_model(pixel_values, output_attentions, output_hidden_states, return_dict, interpolate_pos_encoding)


class CLIPTextModel(Vision):
    config_type, base_model_prefix, main_input_name = CLIPTextConfig, "clip", "input_ids"

    def __init__(self, config):
        super().__init__(config)
        self.text_model = CLIPTextTransformer(config)

    def forward(self, input_ids=None, attention_mask=None, position_ids=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        return self.text_model(input_ids, attention_mask, position_ids, output_attentions, output_hidden_states, return_dict)


class CLIPOutput(ModelOutput):
    names = ("loss", "logits_per_image", "logits_per_text", "text_embeds", "image_embeds", "text_model_output", "vision_model_output")


def normed(embeds):
    return embeds / embeds.norm(p=2, dim=-1, keepdim=True)


class CLIPModel(Vision):
    config_type, base_model_prefix = CLIPConfig, "clip"

    def __init__(self, config):
        super().__init__(config)
        self.projection_dim = config.projection_dim
        asked = vars(config).get("attn_implementation", config._attn_implementation)
        config.text_config._attn_implementation = config.vision_config._attn_implementation = asked
        self.text_model = CLIPTextTransformer(config.text_config)
        self.vision_model = CLIPVisionTransformer(config.vision_config)
        self.visual_projection = nn.Linear(config.vision_config.hidden_size, config.projection_dim, bias=False)
        self.text_projection = nn.Linear(config.text_config.hidden_size, config.projection_dim, bias=False)
        self.logit_scale = nn.Parameter(torch.tensor(config.logit_scale_init_value))

    def get_text_features(self, input_ids=None, attention_mask=None, position_ids=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        return self.text_projection(self.text_model(input_ids, attention_mask, position_ids, return_dict=True).pooler_output)

    def get_image_features(self, pixel_values=None, output_attentions=None, output_hidden_states=None, interpolate_pos_encoding=False, return_dict=None):
        return self.visual_projection(self.vision_model(pixel_values, return_dict=True, interpolate_pos_encoding=interpolate_pos_encoding).pooler_output)

    def forward(self, input_ids=None, pixel_values=None, attention_mask=None, position_ids=None, return_loss=None, output_attentions=None,
                output_hidden_states=None, interpolate_pos_encoding=False, return_dict=None):
        return_dict, collect = given(self.config, return_dict, output_hidden_states, output_attentions)
        images = self.vision_model(pixel_values, None, collect, True, interpolate_pos_encoding)
        texts = self.text_model(input_ids, attention_mask, position_ids, None, collect, True)
        image_embeds = normed(self.visual_projection(images.pooler_output))
        text_embeds = normed(self.text_projection(texts.pooler_output))
        logits = torch.matmul(text_embeds, image_embeds.t()) * self.logit_scale.exp()
        loss = None
        if return_loss:
            labels = torch.arange(logits.shape[0], device=logits.device)
            loss = (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels)) / 2.0
        if not return_dict:
            rest = (logits.t(), logits, text_embeds, image_embeds, texts, images)
            return rest if loss is None else (loss,) + rest
        return CLIPOutput(loss, logits.t(), logits, text_embeds, image_embeds, texts, images)
