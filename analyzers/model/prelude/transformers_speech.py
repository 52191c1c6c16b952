"""Encoders of speech of transformers (4.41 to 5.24) as people fine-tune them: wav2vec 2.0, HuBERT and WavLM, in our own words. What is
published under a name is a matter of few sizes; a name that does not say them is not known here. Layers that a step leaves out by chance
(layerdrop) are taken to be there."""
import numpy
import torch
from torch import nn
from torch.nn import functional as F
from transformers import ACT2FN, eager
from transformers.modeling_outputs import BaseModelOutput, CausalLMOutput, SequenceClassifierOutput
from transformers.models.vit import BatchFeature, Vision, VisionConfig, attended
from trainlint import known, stop, unknown

BASE = {}
LARGE = {"hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096}
STABLE = {"feat_extract_norm": "layer", "do_stable_layer_norm": True}

PUBLISHED = {
    "wav2vec2": {
        "facebook/wav2vec2-base": BASE, "facebook/wav2vec2-base-960h": BASE, "facebook/wav2vec2-base-100h": BASE,
        "facebook/wav2vec2-large": LARGE, "facebook/wav2vec2-large-960h": LARGE,
        "facebook/wav2vec2-large-lv60": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/wav2vec2-large-960h-lv60": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/wav2vec2-large-960h-lv60-self": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/wav2vec2-large-robust": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/wav2vec2-large-xlsr-53": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/wav2vec2-xls-r-300m": {**LARGE, **STABLE, "conv_bias": True},
    },
    "hubert": {
        "facebook/hubert-base-ls960": BASE, "facebook/hubert-large-ll60k": {**LARGE, **STABLE, "conv_bias": True},
        "facebook/hubert-large-ls960-ft": {**LARGE, **STABLE, "conv_bias": True},
    },
    "wavlm": {
        "microsoft/wavlm-base": BASE, "microsoft/wavlm-base-plus": BASE, "microsoft/wavlm-large": {**LARGE, **STABLE},
    },
}


class SpeechConfig(VisionConfig):
    model_type = None
    hidden_size, num_hidden_layers, num_attention_heads, intermediate_size, hidden_act = 768, 12, 12, 3072, "gelu"
    hidden_dropout, activation_dropout, attention_dropout, feat_proj_dropout, final_dropout = 0.1, 0.1, 0.1, 0.1, 0.1
    layer_norm_eps, feat_extract_norm, do_stable_layer_norm, conv_bias = 1e-5, "group", False, False
    conv_dim, conv_kernel, conv_stride = (512,) * 7, (10, 3, 3, 3, 3, 2, 2), (5, 2, 2, 2, 2, 2, 2)
    num_conv_pos_embeddings, num_conv_pos_embedding_groups, mask_time_prob, apply_spec_augment = 128, 16, 0.05, True
    use_weighted_layer_sum, classifier_proj_size, vocab_size = False, 256, 32
    num_buckets, max_bucket_distance = 320, 800

    @classmethod
    def sizes_of(cls, name):
        found = PUBLISHED[cls.model_type].get(name)
        return dict(found) if found is not None else None


class Wav2Vec2Config(SpeechConfig):
    model_type = "wav2vec2"


class HubertConfig(SpeechConfig):
    model_type = "hubert"


class WavLMConfig(SpeechConfig):
    model_type = "wavlm"


class SpeechConv(nn.Module):
    def __init__(self, config, i):
        super().__init__()
        self.conv = nn.Conv1d(config.conv_dim[i - 1] if i > 0 else 1, config.conv_dim[i], config.conv_kernel[i], config.conv_stride[i],
                              bias=config.conv_bias)
        self.grouped = config.feat_extract_norm == "group"
        if not self.grouped:
            self.layer_norm = nn.LayerNorm(config.conv_dim[i])
        elif i == 0:
            self.layer_norm = nn.GroupNorm(config.conv_dim[0], config.conv_dim[0])
        else:
            self.layer_norm = None
        self.activation = ACT2FN["gelu"]

    def forward(self, x):
        x = self.conv(x)
        if not self.grouped:
            x = self.layer_norm(x.transpose(-2, -1)).transpose(-2, -1)
        elif self.layer_norm is not None:
            x = self.layer_norm(x)
        return self.activation(x)


class SpeechFeatures(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.conv_layers = nn.ModuleList([SpeechConv(config, i) for i in range(len(config.conv_dim))])
        self._requires_grad = True

    def _freeze_parameters(self):
        for param in self.parameters():
            param.requires_grad = False
        self._requires_grad = False

    def forward(self, input_values):
        x = input_values[:, None]
        if self._requires_grad and self.training:
            x.requires_grad = True
        for layer in self.conv_layers:
            x = layer(x)
        return x


class SpeechProjection(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer_norm = nn.LayerNorm(config.conv_dim[-1], eps=config.layer_norm_eps)
        self.projection = nn.Linear(config.conv_dim[-1], config.hidden_size)
        self.dropout = nn.Dropout(config.feat_proj_dropout)

    def forward(self, x):
        return self.dropout(self.projection(self.layer_norm(x)))


class SpeechPositions(nn.Module):
    def __init__(self, config):
        super().__init__()
        kernel = config.num_conv_pos_embeddings
        conv = nn.Conv1d(config.hidden_size, config.hidden_size, kernel, padding=kernel // 2, groups=config.num_conv_pos_embedding_groups)
        self.conv = nn.utils.parametrizations.weight_norm(conv, name="weight", dim=2)
        self.cut, self.activation = kernel % 2 == 0, ACT2FN["gelu"]

    def forward(self, x):
        x = self.conv(x.transpose(1, 2))
        return self.activation(x[:, :, :-1] if self.cut else x).transpose(1, 2)


class SpeechAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config.hidden_size
        self.heads, self.width = config.num_attention_heads, width // config.num_attention_heads
        self.k_proj, self.v_proj, self.q_proj = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.out_proj = nn.Linear(width, width)
        self.dropout, self.eager = config.attention_dropout, eager(config)

    def forward(self, x, bias):
        def heads(states):
            return states.view(*x.shape[:-1], self.heads, self.width).transpose(1, 2)
        out = attended(heads(self.q_proj(x)), heads(self.k_proj(x)), heads(self.v_proj(x)), self.dropout if self.training else 0.0, self.eager)
        return self.out_proj(out.transpose(1, 2).reshape(*x.shape)), None


class WavLMAttention(nn.Module):
    """Positions are a bias of the scores, and each head weighs them by what it reads."""

    def __init__(self, config, first):
        super().__init__()
        width, self.heads, self.dropout = config.hidden_size, config.num_attention_heads, config.attention_dropout
        self.k_proj, self.v_proj, self.q_proj = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.out_proj = nn.Linear(width, width)
        self.gru_rel_pos_const = nn.Parameter(torch.ones(1, self.heads, 1, 1))
        self.gru_rel_pos_linear = nn.Linear(width // self.heads, 8)
        if first:
            self.rel_attn_embed = nn.Embedding(config.num_buckets, self.heads)

    def forward(self, x, bias):
        batch, length, width = x.shape
        if bias is None:
            values = self.rel_attn_embed(torch.zeros(length, length, dtype=torch.long, device=x.device)).permute(2, 0, 1)
            bias = values.unsqueeze(0).repeat(batch, 1, 1, 1).view(batch * self.heads, length, length)
        gated = x.view(batch, length, self.heads, -1).permute(0, 2, 1, 3)
        projected = self.gru_rel_pos_linear(gated)
        projected = projected.view(batch, self.heads, length, 2, 4).sum(-1)
        gate_a, gate_b = torch.sigmoid(projected).chunk(2, dim=-1)
        gate = gate_a * (gate_b * self.gru_rel_pos_const - 1.0) + 2.0
        gated_bias = gate.view(batch * self.heads, -1, 1) * bias
        query = x.transpose(0, 1)
        out, _ = F.multi_head_attention_forward(
            query, query, query, width, self.heads, torch.empty([0]), torch.cat((self.q_proj.bias, self.k_proj.bias, self.v_proj.bias)),
            None, None, False, self.dropout, self.out_proj.weight, self.out_proj.bias, self.training, None, need_weights=True,
            attn_mask=gated_bias, use_separate_proj_weight=True, q_proj_weight=self.q_proj.weight, k_proj_weight=self.k_proj.weight,
            v_proj_weight=self.v_proj.weight,
        )
        return out.transpose(0, 1), bias


class SpeechFeedForward(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.intermediate_dropout = nn.Dropout(config.activation_dropout)
        self.intermediate_dense = nn.Linear(config.hidden_size, config.intermediate_size)
        self.intermediate_act_fn = ACT2FN[config.hidden_act]
        self.output_dense = nn.Linear(config.intermediate_size, config.hidden_size)
        self.output_dropout = nn.Dropout(config.hidden_dropout)

    def forward(self, x):
        x = self.intermediate_dropout(self.intermediate_act_fn(self.intermediate_dense(x)))
        return self.output_dropout(self.output_dense(x))


class SpeechLayer(nn.Module):
    def __init__(self, config, first):
        super().__init__()
        self.attention = WavLMAttention(config, first) if config.model_type == "wavlm" else SpeechAttention(config)
        self.dropout = nn.Dropout(config.hidden_dropout)
        self.layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.feed_forward = SpeechFeedForward(config)
        self.final_layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.stable = config.do_stable_layer_norm

    def forward(self, x, bias):
        if self.stable:
            attended_to, bias = self.attention(self.layer_norm(x), bias)
            x = x + self.dropout(attended_to)
            return x + self.feed_forward(self.final_layer_norm(x)), bias
        attended_to, bias = self.attention(x, bias)
        x = self.layer_norm(x + self.dropout(attended_to))
        return self.final_layer_norm(x + self.feed_forward(x)), bias


class SpeechEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.pos_conv_embed = SpeechPositions(config)
        self.layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout)
        self.layers = nn.ModuleList([SpeechLayer(config, i == 0) for i in range(config.num_hidden_layers)])
        self.stable = config.do_stable_layer_norm

    def forward(self, x, collect):
        x = x + self.pos_conv_embed(x)
        x = self.dropout(x if self.stable else self.layer_norm(x))
        states, bias = (), None
        for layer in self.layers:
            if collect:
                states = states + (x,)
            x, bias = layer(x, bias)
        if self.stable:
            x = self.layer_norm(x)
        return x, states + (x,) if collect else None


class Speech(Vision):
    main_input_name = "input_values"

    def freeze_feature_encoder(self):
        self.listens().feature_extractor._freeze_parameters()

    freeze_feature_extractor = freeze_feature_encoder

    def freeze_base_model(self):
        for param in self.listens().parameters():
            param.requires_grad = False

    def listens(self):
        return self if self.base_model_prefix is None else getattr(self, self.base_model_prefix)

    def _get_feat_extract_output_lengths(self, input_lengths):
        for kernel, stride in zip(self.config.conv_kernel, self.config.conv_stride):
            input_lengths = (input_lengths - kernel) // stride + 1
        return input_lengths


class SpeechModel(Speech):
    base_model_prefix = None

    def __init__(self, config):
        super().__init__(config)
        self.feature_extractor = SpeechFeatures(config)
        self.feature_projection = SpeechProjection(config)
        if config.mask_time_prob > 0.0:
            self.masked_spec_embed = nn.Parameter(torch.Tensor(config.hidden_size).uniform_())
        self.encoder = SpeechEncoder(config)

    def forward(self, input_values, attention_mask=None, mask_time_indices=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if mask_time_indices is not None:
            stop("what is masked by hand")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        features = self.feature_extractor(input_values).transpose(1, 2)
        x = self.feature_projection(features)
        if self.config.apply_spec_augment and self.config.mask_time_prob > 0 and self.training:
            masked = torch.zeros(x.shape[0], x.shape[1], 1, dtype=torch.bool, device=x.device)
            x = torch.where(masked, self.masked_spec_embed.to(x.dtype), x)
        if attention_mask is not None:
            padded = torch.zeros(x.shape[0], x.shape[1], x.shape[2], dtype=torch.bool, device=x.device)
            x = x.masked_fill(padded, 0)
        x, states = self.encoder(x, collect)
        if not return_dict:
            return tuple(v for v in (x, features, states) if v is not None)
        return SpeechOutput(x, features, states)


class SpeechOutput(BaseModelOutput):
    names = ("last_hidden_state", "extract_features", "hidden_states", "attentions")


class SpeechClassifier(Speech):
    def __init__(self, config):
        super().__init__(config)
        setattr(self, self.base_model_prefix, self.model_type(config))
        if config.use_weighted_layer_sum:
            self.layer_weights = nn.Parameter(torch.ones(config.num_hidden_layers + 1) / (config.num_hidden_layers + 1))
        self.projector = nn.Linear(config.hidden_size, config.classifier_proj_size)
        self.classifier = nn.Linear(config.classifier_proj_size, config.num_labels)

    def forward(self, input_values, attention_mask=None, output_attentions=None, output_hidden_states=None, return_dict=None, labels=None):
        out = self.listens()(input_values, attention_mask, output_attentions=output_attentions,
                             output_hidden_states=True if self.config.use_weighted_layer_sum else output_hidden_states, return_dict=True)
        x = out.last_hidden_state
        if self.config.use_weighted_layer_sum:
            stacked = torch.stack(out.hidden_states, dim=1)
            x = (stacked * F.softmax(self.layer_weights, dim=-1).view(-1, 1, 1)).sum(dim=1)
        x = self.projector(x)
        if attention_mask is None:
            pooled = x.mean(dim=1)
        else:
            padded = torch.zeros(x.shape[0], x.shape[1], x.shape[2], dtype=torch.bool, device=x.device)
            pooled = x.masked_fill(padded, 0).sum(dim=1) / torch.ones(x.shape[0], 1, device=x.device)
        logits, loss = self.classifier(pooled), None
        if labels is not None:
            loss = F.cross_entropy(logits.view(-1, self.config.num_labels), labels.view(-1))
        if not (return_dict if return_dict is not None else self.config.use_return_dict):
            return (logits,) if loss is None else (loss, logits)
        return SequenceClassifierOutput(loss, logits, out.hidden_states)


class SpeechCTC(Speech):
    def __init__(self, config, target_lang=None):
        super().__init__(config)
        setattr(self, self.base_model_prefix, self.model_type(config))
        self.dropout = nn.Dropout(config.final_dropout)
        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size)

    def forward(self, input_values, attention_mask=None, output_attentions=None, output_hidden_states=None, return_dict=None, labels=None):
        out = self.listens()(input_values, attention_mask, output_attentions=output_attentions, output_hidden_states=output_hidden_states,
                             return_dict=True)
        logits, loss = self.lm_head(self.dropout(out.last_hidden_state)), None
        if labels is not None:
            log_probs = F.log_softmax(logits, dim=-1, dtype=torch.float32).transpose(0, 1)
            lengths = torch.full((logits.shape[0],), logits.shape[1], dtype=torch.long)
            loss = F.ctc_loss(log_probs, labels, lengths, (labels >= 0).sum(-1))
        if not (return_dict if return_dict is not None else self.config.use_return_dict):
            return (logits,) if loss is None else (loss, logits)
        return CausalLMOutput(loss, logits, out.hidden_states)


class Wav2Vec2Model(SpeechModel):
    config_type = Wav2Vec2Config


class HubertModel(SpeechModel):
    config_type = HubertConfig


class WavLMModel(SpeechModel):
    config_type = WavLMConfig


class Wav2Vec2ForSequenceClassification(SpeechClassifier):
    config_type, base_model_prefix, model_type = Wav2Vec2Config, "wav2vec2", Wav2Vec2Model


class HubertForSequenceClassification(SpeechClassifier):
    config_type, base_model_prefix, model_type = HubertConfig, "hubert", HubertModel


class WavLMForSequenceClassification(SpeechClassifier):
    config_type, base_model_prefix, model_type = WavLMConfig, "wavlm", WavLMModel


class Wav2Vec2ForCTC(SpeechCTC):
    config_type, base_model_prefix, model_type = Wav2Vec2Config, "wav2vec2", Wav2Vec2Model


class HubertForCTC(SpeechCTC):
    config_type, base_model_prefix, model_type = HubertConfig, "hubert", HubertModel


class WavLMForCTC(SpeechCTC):
    config_type, base_model_prefix, model_type = WavLMConfig, "wavlm", WavLMModel


def kind_of(name):
    """What kind of encoder is published under a name; None for another."""
    for kind in PUBLISHED:
        if known(name) and name in PUBLISHED[kind]:
            return kind
    return None


def speaks(name, args, kwargs, classes):
    kind = kind_of(name)
    return classes[kind].from_pretrained(name, *args, **kwargs) if kind is not None else unknown(str(name) + " is no encoder of speech that is known")


class AutoModelForAudioClassification:
    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        return speaks(name, args, kwargs, {"wav2vec2": Wav2Vec2ForSequenceClassification, "hubert": HubertForSequenceClassification,
                                           "wavlm": WavLMForSequenceClassification})


class AutoModelForCTC:
    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        return speaks(name, args, kwargs, {"wav2vec2": Wav2Vec2ForCTC, "hubert": HubertForCTC, "wavlm": WavLMForCTC})


class SpeechExtractor:
    """Recordings as these encoders take them: padded to the longest, or to a length that the call says."""

    masks = False

    def __init__(self, feature_size=1, sampling_rate=16000, padding_value=0.0, return_attention_mask=False, do_normalize=True, **kwargs):
        self.sampling_rate, self.masks = sampling_rate, return_attention_mask

    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        kind = kind_of(name)
        if kind is None:
            return unknown(str(name) + " is no encoder of speech that is known")
        return cls(return_attention_mask="do_stable_layer_norm" in PUBLISHED[kind][name])

    @property
    def feature_extractor(self):
        return self

    def __call__(self, raw_speech=None, text=None, padding=False, max_length=None, truncation=False, pad_to_multiple_of=None,
                 return_attention_mask=None, return_tensors=None, sampling_rate=None, padding_value=None, audio=None, do_normalize=None):
        speech = raw_speech if raw_speech is not None else audio
        if text is not None or pad_to_multiple_of is not None or not known(speech) or not known(padding) or not known(truncation):
            return unknown("what a processor makes of a recording")
        several = isinstance(speech, (list, tuple)) or speech.ndim > 1
        lengths = []
        for one in speech if several else [speech]:
            if not known(one) or isinstance(one, (int, float, list)):
                return unknown("how long a recording is lies in its file")
            lengths.append(one.shape[-1])
        longest = max(lengths)
        if padding == "max_length":
            if max_length is None or not truncation and longest > max_length:
                return unknown("what a processor makes of a recording")
            longest = max_length
        elif truncation and max_length is not None:
            longest = min(longest, max_length)
        if not padding and len([n for n in lengths if n != lengths[0]]) > 0:
            return unknown("recordings of several lengths, which nobody fills up")
        out = BatchFeature()
        out["input_values"] = self.made((len(lengths), longest), return_tensors, torch.float32)
        if return_attention_mask or return_attention_mask is None and self.masks:
            out["attention_mask"] = self.made((len(lengths), longest), return_tensors, torch.int64)
        return out

    def made(self, shape, return_tensors, dtype):
        if return_tensors == "pt":
            return torch.empty(shape, dtype=dtype)
        kind = numpy.float32 if dtype == torch.float32 else numpy.int64
        if return_tensors == "np":
            return numpy.empty(shape, dtype=kind)
        return [numpy.empty(shape[1:], dtype=kind) for _ in range(shape[0])]


Wav2Vec2FeatureExtractor = Wav2Vec2Processor = SpeechExtractor


class AutoProcessor:
    @classmethod
    def from_pretrained(cls, name, *args, **kwargs):
        return SpeechExtractor.from_pretrained(name) if kind_of(name) is not None else unknown("what a processor makes of samples")
