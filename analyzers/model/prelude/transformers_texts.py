"""GPT-2 and T5 as parts of models that people write, in our own words (transformers 4.30 to 5.24). How large they are is asked of the
catalogue. T5's attention is by hand, as it is up to 5.2 whatever is asked for."""
import torch
from torch import nn
from torch.nn import functional as F
from transformers import ACT2FN, Conv1D, Encoder, EncoderConfig, attention, eager, wide
from transformers.modeling_outputs import BaseModelOutput, BaseModelOutputWithPastAndCrossAttentions, CausalLMOutputWithCrossAttentions
from transformers.modeling_outputs import Seq2SeqLMOutput, Seq2SeqModelOutput
from trainlint import stop


class GPT2Config(EncoderConfig):
    model_type = "gpt2"
    attribute_map = {"hidden_size": "n_embd", "max_position_embeddings": "n_positions", "num_attention_heads": "n_head",
                     "num_hidden_layers": "n_layer"}
    activation_function, embd_pdrop, attn_pdrop, resid_pdrop, layer_norm_epsilon, n_inner, is_decoder = "gelu_new", 0.1, 0.1, 0.1, 1e-5, None, True


class GPT2PreTrainedModel(Encoder):
    config_type, base_model_prefix = GPT2Config, "transformer"


class GPT2Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.num_heads = config.n_head
        self.c_attn = Conv1D(3 * config.n_embd, config.n_embd)
        self.c_proj = Conv1D(config.n_embd, config.n_embd)
        self.attn_dropout = nn.Dropout(config.attn_pdrop)
        self.resid_dropout = nn.Dropout(config.resid_pdrop)
        self.eager = eager(config)

    def forward(self, hidden_states, mask):
        width = hidden_states.shape[-1]
        query, key, value = [part.view(*part.shape[:-1], self.num_heads, -1).transpose(1, 2) for part in self.c_attn(hidden_states).split(width, dim=2)]
        dropout = self.attn_dropout.p if self.training else 0.0
        if mask is None and not self.eager:
            out = F.scaled_dot_product_attention(query, key, value, dropout_p=dropout, is_causal=True)
        else:
            out = attention(query, key, value, causal(hidden_states, mask), dropout, self.eager)
        out = out.transpose(1, 2).reshape(*hidden_states.shape[:-1], -1)
        return self.resid_dropout(self.c_proj(out))


def causal(hidden_states, mask):
    """What each token may see: itself and what stands before it, less what a mask of the tokens takes away."""
    length, least = hidden_states.shape[1], torch.finfo(hidden_states.dtype).min
    seen = torch.full((length, length), least, dtype=hidden_states.dtype, device=hidden_states.device).triu(1)[None, None]
    return seen if mask is None else torch.clamp(seen + wide(mask, hidden_states.dtype), min=least)


class GPT2MLP(nn.Module):
    def __init__(self, intermediate_size, config):
        super().__init__()
        self.c_fc = Conv1D(intermediate_size, config.n_embd)
        self.c_proj = Conv1D(config.n_embd, intermediate_size)
        self.act = ACT2FN[config.activation_function]
        self.dropout = nn.Dropout(config.resid_pdrop)

    def forward(self, hidden_states):
        return self.dropout(self.c_proj(self.act(self.c_fc(hidden_states))))


class GPT2Block(nn.Module):
    def __init__(self, config, layer_idx=None):
        super().__init__()
        self.ln_1 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.attn = GPT2Attention(config)
        self.ln_2 = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)
        self.mlp = GPT2MLP(config.n_inner if config.n_inner is not None else 4 * config.n_embd, config)

    def forward(self, hidden_states, mask):
        hidden_states = hidden_states + self.attn(self.ln_1(hidden_states), mask)
        return hidden_states + self.mlp(self.ln_2(hidden_states))


class GPT2Model(GPT2PreTrainedModel):
    published = True

    def __init__(self, config):
        super().__init__(config)
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.n_positions, config.n_embd)
        self.drop = nn.Dropout(config.embd_pdrop)
        self.h = nn.ModuleList([GPT2Block(config) for _ in range(config.n_layer)])
        self.ln_f = nn.LayerNorm(config.n_embd, eps=config.layer_norm_epsilon)

    def get_input_embeddings(self):
        return self.wte

    def forward(self, input_ids=None, past_key_values=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None,
                inputs_embeds=None, encoder_hidden_states=None, encoder_attention_mask=None, use_cache=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        if head_mask is not None or encoder_hidden_states is not None or past_key_values is not None:
            stop("a decoder that is given masks of heads, or another's states")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        embedded = self.wte(input_ids) if inputs_embeds is None else inputs_embeds
        if embedded.shape[1] > self.wpe.num_embeddings:
            raise IndexError("index out of range in self")
        if position_ids is None:
            position_ids = torch.arange(embedded.shape[1], device=embedded.device).unsqueeze(0)
        embedded = embedded + self.wpe(position_ids)
        if token_type_ids is not None:
            embedded = embedded + self.wte(token_type_ids)
        hidden = self.drop(embedded)
        states = (hidden,)
        for block in self.h:
            hidden = block(hidden, attention_mask)
            if collect:
                states = states + (hidden,)
        hidden = self.ln_f(hidden)
        if not return_dict:
            return (hidden, None, states) if collect else (hidden, None)
        return BaseModelOutputWithPastAndCrossAttentions(last_hidden_state=hidden, hidden_states=states if collect else None)


class GPT2LMHeadModel(GPT2PreTrainedModel):
    published = True

    def __init__(self, config):
        super().__init__(config)
        self.transformer = GPT2Model(config)
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.lm_head.weight = self.transformer.wte.weight

    def get_output_embeddings(self):
        return self.lm_head

    def forward(self, input_ids=None, past_key_values=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None,
                inputs_embeds=None, encoder_hidden_states=None, encoder_attention_mask=None, labels=None, use_cache=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        out = self.transformer(input_ids, past_key_values, attention_mask, token_type_ids, position_ids, head_mask, inputs_embeds,
                               encoder_hidden_states, encoder_attention_mask, use_cache, output_attentions, output_hidden_states, True)
        logits = self.lm_head(out.last_hidden_state)
        loss = next_words(logits, labels) if labels is not None else None
        if return_dict if return_dict is not None else self.config.use_return_dict:
            return CausalLMOutputWithCrossAttentions(loss=loss, logits=logits, hidden_states=out.hidden_states)
        left = (logits,) if out.hidden_states is None else (logits, out.hidden_states)
        return left if loss is None else (loss,) + left


def next_words(logits, labels):
    """The loss of each word by those before it: from 4.46 on the labels are moved, and not what is said of them."""
    moved = F.pad(labels, (0, 1), value=-100)[..., 1:].contiguous()
    return F.cross_entropy(logits.float().view(-1, logits.shape[-1]), moved.view(-1))


class T5Config(EncoderConfig):
    model_type = "t5"
    attribute_map = {"hidden_size": "d_model", "num_attention_heads": "num_heads", "num_hidden_layers": "num_layers"}
    dropout_rate, layer_norm_epsilon, relative_attention_num_buckets, is_encoder_decoder = 0.1, 1e-6, 32, True
    pad_token_id = decoder_start_token_id = 0
    eos_token_id = 1


class T5PreTrainedModel(Encoder):
    config_type, base_model_prefix = T5Config, "transformer"


class T5LayerNorm(nn.Module):
    def __init__(self, hidden_size, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(hidden_size))
        self.variance_epsilon = eps

    def forward(self, hidden_states):
        variance = hidden_states.to(torch.float32).pow(2).mean(-1, keepdim=True)
        hidden_states = hidden_states * torch.rsqrt(variance + self.variance_epsilon)
        if self.weight.dtype in [torch.float16, torch.bfloat16]:
            hidden_states = hidden_states.to(self.weight.dtype)
        return self.weight * hidden_states


class T5Dense(nn.Module):
    def __init__(self, config):
        super().__init__()
        if config.gated:
            self.wi_0 = nn.Linear(config.d_model, config.d_ff, bias=False)
            self.wi_1 = nn.Linear(config.d_model, config.d_ff, bias=False)
        else:
            self.wi = nn.Linear(config.d_model, config.d_ff, bias=False)
        self.wo = nn.Linear(config.d_ff, config.d_model, bias=False)
        self.dropout = nn.Dropout(config.dropout_rate)
        self.act = ACT2FN["gelu_new" if config.gated else "relu"]
        self.gated = config.gated

    def forward(self, hidden_states):
        inner = self.act(self.wi_0(hidden_states)) * self.wi_1(hidden_states) if self.gated else self.act(self.wi(hidden_states))
        return self.wo(self.dropout(inner))


class T5LayerFF(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.DenseReluDense = T5Dense(config)
        self.layer_norm = T5LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = nn.Dropout(config.dropout_rate)

    def forward(self, hidden_states):
        return hidden_states + self.dropout(self.DenseReluDense(self.layer_norm(hidden_states)))


class T5Attention(nn.Module):
    def __init__(self, config, has_relative_attention_bias=False):
        super().__init__()
        self.n_heads, width = config.num_heads, config.num_heads * config.d_kv
        self.q = nn.Linear(config.d_model, width, bias=False)
        self.k = nn.Linear(config.d_model, width, bias=False)
        self.v = nn.Linear(config.d_model, width, bias=False)
        self.o = nn.Linear(width, config.d_model, bias=False)
        self.buckets = config.relative_attention_num_buckets
        if has_relative_attention_bias:
            self.relative_attention_bias = nn.Embedding(self.buckets, self.n_heads)
        self.dropout = config.dropout_rate

    def bias(self, length):
        """What the first layer says of each distance between two tokens, for all of them."""
        places = torch.arange(length, dtype=torch.long, device=self.relative_attention_bias.weight.device)
        distance = torch.clamp(torch.abs(places[None, :] - places[:, None]), max=self.buckets - 1)
        return self.relative_attention_bias(distance).permute([2, 0, 1]).unsqueeze(0)

    def heads(self, x):
        return x.view(*x.shape[:-1], self.n_heads, -1).transpose(1, 2)

    def forward(self, hidden_states, others, bias):
        query, key, value = self.heads(self.q(hidden_states)), self.heads(self.k(others)), self.heads(self.v(others))
        scores = torch.matmul(query, key.transpose(3, 2))
        scores = scores + bias if bias is not None else scores
        weights = F.dropout(F.softmax(scores.float(), dim=-1).type_as(scores), p=self.dropout, training=self.training)
        out = torch.matmul(weights, value).transpose(1, 2).contiguous()
        return self.o(out.view(*hidden_states.shape[:-1], -1))


class T5LayerSelfAttention(nn.Module):
    def __init__(self, config, has_relative_attention_bias=False):
        super().__init__()
        self.SelfAttention = T5Attention(config, has_relative_attention_bias)
        self.layer_norm = T5LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = nn.Dropout(config.dropout_rate)

    def forward(self, hidden_states, bias):
        normed = self.layer_norm(hidden_states)
        return hidden_states + self.dropout(self.SelfAttention(normed, normed, bias))


class T5LayerCrossAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.EncDecAttention = T5Attention(config)
        self.layer_norm = T5LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = nn.Dropout(config.dropout_rate)

    def forward(self, hidden_states, others, bias):
        return hidden_states + self.dropout(self.EncDecAttention(self.layer_norm(hidden_states), others, bias))


class T5Block(nn.Module):
    def __init__(self, config, has_relative_attention_bias=False, decodes=False):
        super().__init__()
        self.is_decoder = decodes
        layers = [T5LayerSelfAttention(config, has_relative_attention_bias)]
        if decodes:
            layers.append(T5LayerCrossAttention(config))
        self.layer = nn.ModuleList(layers + [T5LayerFF(config)])

    def forward(self, hidden_states, bias, others, mask):
        hidden_states = self.layer[0](hidden_states, bias)
        if self.is_decoder and others is not None:
            hidden_states = self.layer[1](hidden_states, others, mask)
        return self.layer[-1](hidden_states)


class T5Stack(T5PreTrainedModel):
    def __init__(self, config, embed_tokens=None, decodes=False):
        super().__init__(config)
        self.embed_tokens = embed_tokens if embed_tokens is not None else nn.Embedding(config.vocab_size, config.d_model)
        self.is_decoder = decodes
        layers = config.num_decoder_layers if decodes else config.num_layers
        self.block = nn.ModuleList([T5Block(config, i == 0, decodes) for i in range(layers)])
        self.final_layer_norm = T5LayerNorm(config.d_model, eps=config.layer_norm_epsilon)
        self.dropout = nn.Dropout(config.dropout_rate)

    def get_input_embeddings(self):
        return self.embed_tokens

    def forward(self, input_ids=None, attention_mask=None, encoder_hidden_states=None, encoder_attention_mask=None, inputs_embeds=None, head_mask=None,
                cross_attn_head_mask=None, past_key_values=None, use_cache=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if head_mask is not None or cross_attn_head_mask is not None or past_key_values is not None:
            stop("a stack of T5 that is given masks of heads, or states of its own")
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        embedded = self.embed_tokens(input_ids) if inputs_embeds is None else inputs_embeds
        seen = causal(embedded, attention_mask) if self.is_decoder else wide(attention_mask, embedded.dtype)
        bias = self.block[0].layer[0].SelfAttention.bias(embedded.shape[1])
        bias = bias + seen if seen is not None else bias
        mask = None
        if encoder_attention_mask is not None and self.is_decoder:
            mask = (1.0 - encoder_attention_mask[:, None, None, :].to(embedded.dtype)) * torch.finfo(embedded.dtype).min
        hidden = self.dropout(embedded)
        states = (hidden,)
        for block in self.block:
            hidden = block(hidden, bias, encoder_hidden_states, mask)
            if collect:
                states = states + (hidden,)
        hidden = self.dropout(self.final_layer_norm(hidden))
        if not return_dict:
            return (hidden, states) if collect else (hidden,)
        return BaseModelOutputWithPastAndCrossAttentions(last_hidden_state=hidden, hidden_states=states if collect else None)


class T5EncoderModel(T5PreTrainedModel):
    published = True

    def __init__(self, config):
        super().__init__(config)
        self.shared = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = T5Stack(config, self.shared)

    def get_input_embeddings(self):
        return self.shared

    def get_encoder(self):
        return self.encoder

    def forward(self, input_ids=None, attention_mask=None, head_mask=None, inputs_embeds=None, output_attentions=None, output_hidden_states=None,
                return_dict=None):
        return self.encoder(input_ids, attention_mask, inputs_embeds=inputs_embeds, head_mask=head_mask, output_attentions=output_attentions,
                            output_hidden_states=output_hidden_states, return_dict=return_dict)


class T5Model(T5PreTrainedModel):
    published = True

    def __init__(self, config):
        super().__init__(config)
        self.shared = nn.Embedding(config.vocab_size, config.d_model)
        self.encoder = T5Stack(config, self.shared)
        self.decoder = T5Stack(config, self.shared, True)

    def get_input_embeddings(self):
        return self.shared

    def get_encoder(self):
        return self.encoder

    def get_decoder(self):
        return self.decoder

    def both(self, input_ids, attention_mask, decoder_input_ids, decoder_attention_mask, encoder_outputs, inputs_embeds, decoder_inputs_embeds,
             output_attentions, output_hidden_states):
        if encoder_outputs is None:
            encoder_outputs = self.encoder(input_ids, attention_mask, inputs_embeds=inputs_embeds, output_attentions=output_attentions,
                                           output_hidden_states=output_hidden_states, return_dict=True)
        decoded = self.decoder(decoder_input_ids, decoder_attention_mask, encoder_outputs[0], attention_mask, decoder_inputs_embeds,
                               output_attentions=output_attentions, output_hidden_states=output_hidden_states, return_dict=True)
        return encoder_outputs, decoded

    def forward(self, input_ids=None, attention_mask=None, decoder_input_ids=None, decoder_attention_mask=None, head_mask=None,
                decoder_head_mask=None, cross_attn_head_mask=None, encoder_outputs=None, past_key_values=None, inputs_embeds=None,
                decoder_inputs_embeds=None, use_cache=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if past_key_values is not None or head_mask is not None or decoder_head_mask is not None or cross_attn_head_mask is not None:
            stop("a T5 that is given masks of heads, or states of its own")
        encoded, decoded = self.both(input_ids, attention_mask, decoder_input_ids, decoder_attention_mask, encoder_outputs, inputs_embeds,
                                     decoder_inputs_embeds, output_attentions, output_hidden_states)
        if return_dict if return_dict is not None else self.config.use_return_dict:
            return Seq2SeqModelOutput(last_hidden_state=decoded.last_hidden_state, encoder_last_hidden_state=encoded[0])
        return decoded.last_hidden_state, encoded[0]


class T5ForConditionalGeneration(T5Model):
    def __init__(self, config):
        super().__init__(config)
        self.model_dim = config.d_model
        self.lm_head = nn.Linear(config.d_model, config.vocab_size, bias=False)
        self.tied = bool(config.tied)
        if self.tied:
            self.lm_head.weight = self.shared.weight

    def get_output_embeddings(self):
        return self.lm_head

    def _shift_right(self, input_ids):
        moved = input_ids.new_zeros(input_ids.shape)
        moved[..., 1:] = input_ids[..., :-1].clone()
        moved[..., 0] = self.config.decoder_start_token_id
        return moved.masked_fill(moved == -100, self.config.pad_token_id)

    def forward(self, input_ids=None, attention_mask=None, decoder_input_ids=None, decoder_attention_mask=None, head_mask=None,
                decoder_head_mask=None, cross_attn_head_mask=None, encoder_outputs=None, past_key_values=None, inputs_embeds=None,
                decoder_inputs_embeds=None, labels=None, use_cache=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        if past_key_values is not None or head_mask is not None or decoder_head_mask is not None or cross_attn_head_mask is not None:
            stop("a T5 that is given masks of heads, or states of its own")
        if labels is not None and decoder_input_ids is None and decoder_inputs_embeds is None:
            decoder_input_ids = self._shift_right(labels)
        encoded, decoded = self.both(input_ids, attention_mask, decoder_input_ids, decoder_attention_mask, encoder_outputs, inputs_embeds,
                                     decoder_inputs_embeds, output_attentions, output_hidden_states)
        hidden = decoded.last_hidden_state
        if self.tied:
            hidden = hidden * self.model_dim ** -0.5
        logits = self.lm_head(hidden)
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1)) if labels is not None else None
        if return_dict if return_dict is not None else self.config.use_return_dict:
            return Seq2SeqLMOutput(loss=loss, logits=logits, decoder_hidden_states=decoded.hidden_states, encoder_last_hidden_state=encoded[0])
        return (loss, logits, encoded[0]) if loss is not None else (logits, encoded[0])
