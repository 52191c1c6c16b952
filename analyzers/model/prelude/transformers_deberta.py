"""DeBERTa v3 of transformers (4.48 to 5.24) as a part of models that people write, in our own words: each score is a sum of three, of
content and of how far two tokens are from each other. How large one is is asked of the catalogue."""
import torch
from torch import nn
from torch.nn import functional as F
from transformers import Encoder, EncoderConfig, EncoderIntermediate, EncoderSelfOutput
from transformers.modeling_outputs import BaseModelOutput, SequenceClassifierOutput, TokenClassifierOutput
from trainlint import stop


class DebertaV2Config(EncoderConfig):
    model_type, layer_norm_eps, position_buckets = "deberta-v2", 1e-7, 256


class DebertaAttention(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, self.heads, self.span = config.hidden_size, config.num_attention_heads, config.position_buckets
        self.query_proj, self.key_proj, self.value_proj = nn.Linear(width, width), nn.Linear(width, width), nn.Linear(width, width)
        self.pos_dropout, self.dropout = nn.Dropout(config.hidden_dropout_prob), nn.Dropout(config.attention_probs_dropout_prob)
        self.output = EncoderSelfOutput(config, width)

    def apart(self, x):
        x = x.view(x.shape[0], x.shape[1], self.heads, -1)
        return x.permute(0, 2, 1, 3).contiguous().view(-1, x.shape[1], x.shape[-1])

    def forward(self, states, mask, distances, table):
        query, key, value = self.apart(self.query_proj(states)), self.apart(self.key_proj(states)), self.apart(self.value_proj(states))
        count, length, width = query.shape
        scale = torch.sqrt(torch.tensor(width, dtype=torch.float) * 3)
        scores = torch.bmm(query, key.transpose(-1, -2) / scale)
        table = self.pos_dropout(table)[0:self.span * 2, :].unsqueeze(0)
        pos_query = self.apart(self.query_proj(table)).repeat(count // self.heads, 1, 1)
        pos_key = self.apart(self.key_proj(table)).repeat(count // self.heads, 1, 1)
        added = 0
        places = torch.clamp(distances + self.span, 0, self.span * 2 - 1).squeeze(0).expand(count, length, length)
        added += torch.gather(torch.bmm(query, pos_key.transpose(-1, -2)), -1, places) / scale
        places = torch.clamp(-distances + self.span, 0, self.span * 2 - 1).squeeze(0).expand(count, length, length)
        added += torch.gather(torch.bmm(key, pos_query.transpose(-1, -2)), -1, places).transpose(-1, -2) / scale
        scores = (scores + added).view(-1, self.heads, length, length)
        scores = scores.masked_fill(~mask.bool(), torch.finfo(query.dtype).min)
        chances = self.dropout(F.softmax(scores, dim=-1))
        out = torch.bmm(chances.view(-1, length, length), value)
        out = out.view(-1, self.heads, length, width).permute(0, 2, 1, 3).contiguous().view(states.shape)
        return self.output(out, states)


class DebertaLayer(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.attention, self.intermediate = DebertaAttention(config), EncoderIntermediate(config)
        self.output = EncoderSelfOutput(config, config.intermediate_size)

    def forward(self, states, mask, distances, table):
        states = self.attention(states, mask, distances, table)
        return self.output(self.intermediate(states), states)


class DebertaEncoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.layer = nn.ModuleList([DebertaLayer(config) for _ in range(config.num_hidden_layers)])
        self.rel_embeddings = nn.Embedding(config.position_buckets * 2, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, states, mask):
        length = states.shape[1]
        both = mask.unsqueeze(1).unsqueeze(2)
        both = both * both.squeeze(-2).unsqueeze(-1)
        distances = torch.zeros(1, 1, length, length, dtype=torch.long, device=states.device)
        table = self.LayerNorm(self.rel_embeddings.weight)
        all_states = (states,)
        for layer in self.layer:
            states = layer(states, both, distances, table)
            all_states = all_states + (states,)
        return states, all_states


class DebertaEmbeddings(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=0)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, input_ids, mask, inputs_embeds):
        words = self.word_embeddings(input_ids) if inputs_embeds is None else inputs_embeds
        words = self.LayerNorm(words)
        return self.dropout(words * mask.unsqueeze(2).to(words.dtype))


class DebertaV2PreTrainedModel(Encoder):
    config_type, published, base_model_prefix = DebertaV2Config, True, "deberta"


class DebertaV2Model(DebertaV2PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.embeddings, self.encoder = DebertaEmbeddings(config), DebertaEncoder(config)

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, inputs_embeds=None, output_attentions=None,
                output_hidden_states=None, return_dict=None):
        return_dict, collect = self.asked(return_dict, output_hidden_states, output_attentions)
        given = input_ids if input_ids is not None else inputs_embeds
        if attention_mask is None:
            attention_mask = torch.ones(given.shape[0], given.shape[1], device=given.device)
        states, all_states = self.encoder(self.embeddings(input_ids, attention_mask, inputs_embeds), attention_mask)
        if not return_dict:
            return (states, all_states) if collect else (states,)
        return BaseModelOutput(states, all_states if collect else None)


class DebertaPooler(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense, self.dropout, self.activation = nn.Linear(config.hidden_size, config.hidden_size), nn.Dropout(0), nn.GELU()

    def forward(self, states):
        return self.activation(self.dense(self.dropout(states[:, 0])))


class DebertaV2ForSequenceClassification(DebertaV2PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.deberta, self.pooler = DebertaV2Model(config), DebertaPooler(config)
        self.classifier, self.dropout = nn.Linear(config.hidden_size, config.num_labels), nn.Dropout(config.hidden_dropout_prob)

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, inputs_embeds=None, labels=None,
                output_attentions=None, output_hidden_states=None, return_dict=None):
        states = self.deberta(input_ids, attention_mask, inputs_embeds=inputs_embeds, output_attentions=output_attentions, return_dict=True)[0]
        logits, loss = self.classifier(self.dropout(self.pooler(states))), None
        if labels is not None:
            if self.num_labels == 1:
                loss = F.mse_loss(logits.view(-1).to(labels.dtype), labels.view(-1))
            elif self.config.problem_type is None and labels.dim() == 1:
                loss = F.cross_entropy(logits.view(-1, self.num_labels).float(), labels.long().view(-1))
            else:
                stop("a loss that the labels decide")
        if not (return_dict if return_dict is not None else self.config.use_return_dict):
            return (logits,) if loss is None else (loss, logits)
        return SequenceClassifierOutput(loss, logits)


class DebertaV2ForTokenClassification(DebertaV2PreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels, self.deberta = config.num_labels, DebertaV2Model(config)
        self.dropout, self.classifier = nn.Dropout(config.hidden_dropout_prob), nn.Linear(config.hidden_size, config.num_labels)

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, inputs_embeds=None, labels=None,
                output_attentions=None, output_hidden_states=None, return_dict=None):
        states = self.deberta(input_ids, attention_mask, inputs_embeds=inputs_embeds, output_attentions=output_attentions, return_dict=True)[0]
        logits, loss = self.classifier(self.dropout(states)), None
        if labels is not None:
            loss = F.cross_entropy(logits.view(-1, self.num_labels), labels.view(-1))
        if not (return_dict if return_dict is not None else self.config.use_return_dict):
            return (logits,) if loss is None else (loss, logits)
        return TokenClassifierOutput(loss, logits)
