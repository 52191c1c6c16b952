"""Published encoders of transformers (4.48 to 5.24) as parts of models that people write, in our own words. How large they are is asked
of the catalogue; what it does not know is not known here either."""
import torch
from torch import nn
from torch.nn import functional as F
from transformers import ACT2FN, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput, BaseModelOutputWithPoolingAndCrossAttentions
from trainlint import known, published, stop, unknown


class EncoderConfig(PretrainedConfig):
    hidden_act, hidden_dropout_prob, attention_probs_dropout_prob, layer_norm_eps = "gelu", 0.1, 0.1, 1e-12
    add_pooling_layer = True

    @classmethod
    def from_pretrained(cls, name, **kwargs):
        kwargs.pop("return_unused_kwargs", None)
        return config_of(name, cls, kwargs)


class BertConfig(EncoderConfig):
    model_type = "bert"


class RobertaConfig(EncoderConfig):
    model_type = "roberta"


class DistilBertConfig(EncoderConfig):
    model_type = "distilbert"
    attribute_map = {"hidden_size": "dim", "num_attention_heads": "n_heads", "num_hidden_layers": "n_layers"}


XLMRobertaConfig = RobertaConfig
CamembertConfig = RobertaConfig


def of_kind(model_type, what):
    """The class of an architecture: those of other files are looked up when they are asked for."""
    if model_type == "gpt2":
        from transformers import GPT2Config, GPT2Model
        return GPT2Config if what == "Config" else GPT2Model
    if model_type == "t5":
        from transformers import T5Config, T5Model
        return T5Config if what == "Config" else T5Model
    if model_type == "deberta-v2":
        from transformers.models.deberta_v2 import DebertaV2Config, DebertaV2Model
        return DebertaV2Config if what == "Config" else DebertaV2Model
    if what == "Config":
        return {"bert": BertConfig, "roberta": RobertaConfig, "distilbert": DistilBertConfig}[model_type]
    return {"bert": BertModel, "roberta": RobertaModel, "distilbert": DistilBertModel}[model_type]


def config_of(name, wanted, kwargs):
    """What is published under a name; a class for another architecture than that is not followed."""
    sizes = published(name)
    if not known(sizes):
        return sizes
    kind = of_kind(sizes["model_type"], "Config")
    if wanted is not EncoderConfig and wanted is not kind:
        stop("an architecture that is loaded under the name of another")
    if kind is DistilBertConfig:
        sizes = {"vocab_size": sizes["vocab_size"], "max_position_embeddings": sizes["max_position_embeddings"], "dim": sizes["hidden_size"],
                 "n_heads": sizes["num_attention_heads"], "n_layers": sizes["num_hidden_layers"], "hidden_dim": sizes["intermediate_size"],
                 "dropout": 0.1, "attention_dropout": 0.1}
    labels = {key: kwargs[key] for key in LABELS if key in kwargs}
    made = kind(**{key: value for key, value in sizes.items() if key != "model_type"}, **labels)
    configure(made, kwargs)
    return made


def configure(config, kwargs):
    """Sets what a config holds, and gives what is left: arguments of the model's own constructor."""
    left = {}
    for key, value in kwargs.items():
        if key in CONFIGURES or key in LABELS:
            setattr(config, key, value)
        elif key not in HARMLESS:
            left[key] = value
    return left


# What says where files lie, what labels a head has, and what a config holds that a model is made of.
HARMLESS = ("cache_dir", "local_files_only", "force_download", "resume_download", "token", "use_auth_token", "revision", "proxies",
            "trust_remote_code", "low_cpu_mem_usage", "use_safetensors", "ignore_mismatched_sizes", "_fast_init")
LABELS = ("num_labels", "id2label", "label2id", "problem_type", "finetuning_task")
CONFIGURES = ("output_hidden_states", "output_attentions", "return_dict", "hidden_dropout_prob", "attention_probs_dropout_prob", "dropout",
              "attention_dropout", "embd_pdrop", "attn_pdrop", "resid_pdrop", "dropout_rate", "seq_classif_dropout", "qa_dropout", "classifier_dropout", "add_pooling_layer", "attn_implementation", "layer_norm_eps",
              "hidden_dropout", "activation_dropout", "feat_proj_dropout", "final_dropout", "layerdrop", "mask_time_prob", "mask_time_length",
              "mask_feature_prob", "mask_feature_length", "apply_spec_augment", "use_weighted_layer_sum", "classifier_proj_size",
              "ctc_loss_reduction", "ctc_zero_infinity", "vocab_size", "pad_token_id")


class Encoder(PreTrainedModel):
    """What an encoder is loaded from, and how its options are read."""

    config_type, published = EncoderConfig, False

    @classmethod
    def from_pretrained(cls, name, *args, config=None, **kwargs):
        if config is None and cls is Encoder and isinstance(name, str):
            from transformers.models.wav2vec2 import HubertModel, Wav2Vec2Model, WavLMModel, kind_of
            kind = kind_of(name)
            if kind is not None:
                return {"wav2vec2": Wav2Vec2Model, "hubert": HubertModel, "wavlm": WavLMModel}[kind].from_pretrained(name, *args, **kwargs)
        if config is None:
            config = config_of(name, cls.config_type, kwargs)
            if not known(config):
                return config
        elif not isinstance(config, EncoderConfig):
            return unknown("a model of a config that is not known")
        return made_of(config, cls, args, configure(config, kwargs))

    @classmethod
    def from_config(cls, config, **kwargs):
        if not isinstance(config, EncoderConfig) or kwargs:
            return unknown("a model of a config that is not known")
        return made_of(config, cls, (), {})

    def asked(self, return_dict, output_hidden_states, output_attentions):
        if output_attentions or output_attentions is None and self.config.output_attentions:
            stop("attention that gives its weights")
        hidden = output_hidden_states if output_hidden_states is not None else self.config.output_hidden_states
        return return_dict if return_dict is not None else self.config.use_return_dict, hidden

    def get_input_embeddings(self):
        inside = self.base_model
        return inside.get_input_embeddings() if inside is not self else self.embeddings.word_embeddings


def made_of(config, cls, args, kwargs):
    """A model of a config: of the class that the config names, or of one that inherits from what is made for it."""
    if cls is Encoder:
        cls = of_kind(config.model_type, "Model")
    if not isinstance(config, cls.config_type):
        stop("an architecture that is loaded under the name of another")
    if cls.published:
        for key in kwargs:
            stop("what " + key + " makes of a model that is loaded")
    return cls(config, *args, **kwargs)


class EncoderEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.padding_idx = 1 if config.model_type == "roberta" else 0
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=self.padding_idx)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)), persistent=False)
        self.by_padding = config.model_type == "roberta"

    def forward(self, input_ids, token_type_ids, position_ids, inputs_embeds):
        if inputs_embeds is None:
            inputs_embeds = self.word_embeddings(input_ids)
        batch, length = inputs_embeds.size()[:-1]
        if token_type_ids is None:
            token_type_ids = torch.zeros((batch, length), dtype=torch.long, device=inputs_embeds.device)
        if position_ids is None and self.by_padding and input_ids is not None:
            mask = input_ids.ne(self.padding_idx).int()
            position_ids = (torch.cumsum(mask, dim=1).type_as(mask) * mask).long() + self.padding_idx
        elif position_ids is None:
            position_ids = self.position_ids[:, :length]
        if length > self.position_embeddings.num_embeddings:
            raise IndexError("index out of range in self")
        embeddings = inputs_embeds + self.token_type_embeddings(token_type_ids)
        embeddings = embeddings + self.position_embeddings(position_ids)
        return self.dropout(self.LayerNorm(embeddings))


def attention(query, key, value, mask, dropout, eager):
    if not eager:
        return F.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=dropout)
    scores = torch.matmul(query, key.transpose(-1, -2)) / (query.size(-1) ** 0.5)
    if mask is not None:
        scores = scores + mask
    weights = F.dropout(nn.functional.softmax(scores, dim=-1), p=dropout)
    return torch.matmul(weights, value)


class EncoderSelfAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.hidden_size % config.num_attention_heads:
            raise ValueError("The hidden size is not a multiple of the number of attention heads")
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = config.hidden_size // config.num_attention_heads
        self.query = nn.Linear(config.hidden_size, config.hidden_size)
        self.key = nn.Linear(config.hidden_size, config.hidden_size)
        self.value = nn.Linear(config.hidden_size, config.hidden_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)
        self.eager = eager(config)

    def heads(self, x):
        return x.view(*x.shape[:-1], self.num_attention_heads, self.attention_head_size).transpose(1, 2)

    def forward(self, hidden_states, mask):
        query, key, value = self.heads(self.query(hidden_states)), self.heads(self.key(hidden_states)), self.heads(self.value(hidden_states))
        out = attention(query, key, value, mask, self.dropout.p if self.training else 0.0, self.eager)
        return out.transpose(1, 2).reshape(*hidden_states.shape[:-1], -1)


def eager(config):
    asked = config._attn_implementation
    asked = vars(config).get("attn_implementation", asked)
    if asked not in (None, "sdpa", "eager"):
        stop("attention by " + str(asked))
    return asked == "eager"


class EncoderSelfOutput(nn.Module):
    def __init__(self, config, width):
        super().__init__()
        self.dense = nn.Linear(width, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, input_tensor):
        return self.LayerNorm(self.dropout(self.dense(hidden_states)) + input_tensor)


class EncoderAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.self = EncoderSelfAttention(config)
        self.output = EncoderSelfOutput(config, config.hidden_size)

    def forward(self, hidden_states, mask):
        return self.output(self.self(hidden_states, mask), hidden_states)


class EncoderIntermediate(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.intermediate_size)
        self.intermediate_act_fn = ACT2FN[config.hidden_act]

    def forward(self, hidden_states):
        return self.intermediate_act_fn(self.dense(hidden_states))


class EncoderLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = EncoderAttention(config)
        self.intermediate = EncoderIntermediate(config)
        self.output = EncoderSelfOutput(config, config.intermediate_size)

    def forward(self, hidden_states, mask):
        attended = self.attention(hidden_states, mask)
        return self.output(self.intermediate(attended), attended)


class EncoderStack(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.layer = nn.ModuleList([EncoderLayer(config) for _ in range(config.num_hidden_layers)])

    def forward(self, hidden_states, mask, collect):
        states = (hidden_states,)
        for layer in self.layer:
            hidden_states = layer(hidden_states, mask)
            if collect:
                states = states + (hidden_states,)
        return hidden_states, states if collect else None


class EncoderPooler(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.activation = nn.Tanh()

    def forward(self, hidden_states):
        return self.activation(self.dense(hidden_states[:, 0]))


def wide(mask, dtype):
    """A mask of tokens as attention takes it: one of zeros and the smallest number, for each query."""
    if mask is None or mask.dim() == 4:
        return mask
    if mask.dim() == 3:
        mask = mask[:, None, :, :]
    else:
        mask = mask[:, None, None, :].expand(mask.shape[0], 1, mask.shape[1], mask.shape[1])
    mask = 1.0 - mask.to(dtype)
    return mask.masked_fill(mask.to(torch.bool), torch.finfo(dtype).min)


class BertPreTrainedModel(Encoder):
    config_type, base_model_prefix = BertConfig, "bert"


class RobertaPreTrainedModel(Encoder):
    config_type, base_model_prefix = RobertaConfig, "roberta"


class DistilBertPreTrainedModel(Encoder):
    config_type, base_model_prefix = DistilBertConfig, "distilbert"


class BertModel(BertPreTrainedModel):
    published = True

    def __init__(self, config, add_pooling_layer=True):
        super().__init__(config)
        self.embeddings = EncoderEmbeddings(config)
        self.encoder = EncoderStack(config)
        self.pooler = EncoderPooler(config) if add_pooling_layer and config.add_pooling_layer else None

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None, inputs_embeds=None,
                encoder_hidden_states=None, encoder_attention_mask=None, past_key_values=None, use_cache=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        if head_mask is not None or encoder_hidden_states is not None or past_key_values is not None:
            stop("an encoder that is given masks of heads, or another's states")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        embedded = self.embeddings(input_ids, token_type_ids, position_ids, inputs_embeds)
        last, states = self.encoder(embedded, wide(attention_mask, embedded.dtype), collect)
        pooled = self.pooler(last) if self.pooler is not None else None
        if not return_dict:
            return (last, pooled, states) if collect else (last, pooled)
        return BaseModelOutputWithPoolingAndCrossAttentions(last_hidden_state=last, pooler_output=pooled, hidden_states=states)


class RobertaClassificationHead(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        dropout = vars(config).get("classifier_dropout")
        self.dropout = nn.Dropout(dropout if dropout is not None else config.hidden_dropout_prob)
        self.out_proj = nn.Linear(config.hidden_size, config.num_labels)

    def forward(self, features, **kwargs):
        x = torch.tanh(self.dense(self.dropout(features[:, 0, :])))
        return self.out_proj(self.dropout(x))


BertPooler = EncoderPooler


class RobertaModel(BertModel):
    config_type, base_model_prefix = RobertaConfig, "roberta"


XLMRobertaModel = RobertaModel
CamembertModel = RobertaModel


class DistilEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.dim, padding_idx=0)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.dim)
        self.LayerNorm = nn.LayerNorm(config.dim, eps=1e-12)
        self.dropout = nn.Dropout(config.dropout)
        self.register_buffer("position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)), persistent=False)

    def forward(self, input_ids, inputs_embeds):
        if inputs_embeds is None:
            inputs_embeds = self.word_embeddings(input_ids)
        length = inputs_embeds.size(1)
        if length > self.position_embeddings.num_embeddings:
            raise IndexError("index out of range in self")
        return self.dropout(self.LayerNorm(inputs_embeds + self.position_embeddings(self.position_ids[:, :length])))


class DistilAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.n_heads, self.dim = config.n_heads, config.dim
        self.dropout = nn.Dropout(config.attention_dropout)
        self.q_lin = nn.Linear(config.dim, config.dim)
        self.k_lin = nn.Linear(config.dim, config.dim)
        self.v_lin = nn.Linear(config.dim, config.dim)
        self.out_lin = nn.Linear(config.dim, config.dim)
        self.eager = eager(config)

    def heads(self, x):
        return x.view(x.shape[0], -1, self.n_heads, self.dim // self.n_heads).transpose(1, 2)

    def forward(self, x, mask):
        query, key, value = self.heads(self.q_lin(x)), self.heads(self.k_lin(x)), self.heads(self.v_lin(x))
        out = attention(query, key, value, mask, self.dropout.p if self.training else 0.0, self.eager)
        return self.out_lin(out.transpose(1, 2).contiguous().view(x.shape[0], -1, self.dim))


class DistilFeedForward(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dropout = nn.Dropout(config.dropout)
        self.lin1 = nn.Linear(config.dim, config.hidden_dim)
        self.lin2 = nn.Linear(config.hidden_dim, config.dim)
        self.activation = ACT2FN["gelu"]

    def forward(self, x):
        return self.dropout(self.lin2(self.activation(self.lin1(x))))


class DistilBlock(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention = DistilAttention(config)
        self.sa_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)
        self.ffn = DistilFeedForward(config)
        self.output_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)

    def forward(self, x, mask):
        x = self.sa_layer_norm(self.attention(x, mask) + x)
        return self.output_layer_norm(self.ffn(x) + x)


class DistilStack(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([DistilBlock(config) for _ in range(config.n_layers)])

    def forward(self, x, mask, collect):
        states = (x,)
        for layer in self.layer:
            x = layer(x, mask)
            if collect:
                states = states + (x,)
        return x, states if collect else None


class DistilBertModel(DistilBertPreTrainedModel):
    published = True

    def __init__(self, config):
        super().__init__(config)
        self.embeddings = DistilEmbeddings(config)
        self.transformer = DistilStack(config)

    def forward(self, input_ids=None, attention_mask=None, head_mask=None, inputs_embeds=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        if head_mask is not None:
            stop("an encoder that is given masks of heads")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        embedded = self.embeddings(input_ids, inputs_embeds)
        last, states = self.transformer(embedded, wide(attention_mask, embedded.dtype), collect)
        if not return_dict:
            return (last, states) if collect else (last,)
        return BaseModelOutput(last_hidden_state=last, hidden_states=states)


AutoModel = Encoder
AutoConfig = EncoderConfig
