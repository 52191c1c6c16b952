"""Published encoders of transformers with heads for tasks, as people fine-tune them (4.30 to 5.24), in our own words."""
import torch
from torch import nn
from torch.nn import functional as F
from transformers import ACT2FN, BertModel, BertPreTrainedModel, DistilBertModel, DistilBertPreTrainedModel, Encoder
from transformers import GPT2LMHeadModel, T5ForConditionalGeneration
from transformers import RobertaClassificationHead, RobertaModel, RobertaPreTrainedModel, config_of, configure, made_of
from transformers.modeling_outputs import MaskedLMOutput, QuestionAnsweringModelOutput, SequenceClassifierOutput, TokenClassifierOutput
from transformers.models.deberta_v2 import DebertaV2ForSequenceClassification, DebertaV2ForTokenClassification
from trainlint import known, unknown


def classified(config, logits, labels):
    """The loss of a classifier of whole samples: what the labels are decides which one it is."""
    if labels is None:
        return None
    kind = config.problem_type
    if kind is None and config.num_labels == 1:
        kind = "regression"
    elif kind is None:
        kind = "single_label_classification" if labels.dtype in (torch.long, torch.int) else "multi_label_classification"
    if kind == "regression":
        return F.mse_loss(logits.squeeze(), labels.squeeze()) if config.num_labels == 1 else F.mse_loss(logits, labels)
    if kind == "single_label_classification":
        return F.cross_entropy(logits.view(-1, config.num_labels), labels.view(-1))
    return F.binary_cross_entropy_with_logits(logits, labels)


def dropout_of(config):
    dropout = vars(config).get("classifier_dropout")
    return dropout if dropout is not None else config.hidden_dropout_prob


class Headed:
    """What the models with heads share: an encoder under its own name, and what is returned."""

    published = True

    def encoded(self, input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds, output_attentions, output_hidden_states, head_mask):
        encoder = self.base_model
        given = {"attention_mask": attention_mask, "inputs_embeds": inputs_embeds, "output_attentions": output_attentions,
                 "output_hidden_states": output_hidden_states, "head_mask": head_mask, "return_dict": True}
        if self.config.model_type != "distilbert":
            given.update(token_type_ids=token_type_ids, position_ids=position_ids)
        return encoder(input_ids, **given)

    def returned(self, kind, return_dict, loss, out, encoded):
        if return_dict if return_dict is not None else self.config.use_return_dict:
            return kind(loss, *out, hidden_states=encoded.hidden_states)
        out = tuple(out) if encoded.hidden_states is None else tuple(out) + (encoded.hidden_states,)
        return (loss,) + out if loss is not None else out


class Classifies(Headed):
    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None, inputs_embeds=None,
                labels=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        encoded = self.encoded(input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds, output_attentions, output_hidden_states, head_mask)
        logits = self.scores(encoded)
        return self.returned(SequenceClassifierOutput, return_dict, classified(self.config, logits, labels), [logits], encoded)


class BertForSequenceClassification(Classifies, BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.bert = BertModel(config)
        self.dropout = nn.Dropout(dropout_of(config))
        self.classifier = nn.Linear(config.hidden_size, config.num_labels)

    def scores(self, encoded):
        return self.classifier(self.dropout(encoded.pooler_output))


class RobertaForSequenceClassification(Classifies, RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.classifier = RobertaClassificationHead(config)

    def scores(self, encoded):
        return self.classifier(encoded.last_hidden_state)


class DistilBertForSequenceClassification(Classifies, DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.distilbert = DistilBertModel(config)
        self.pre_classifier = nn.Linear(config.dim, config.dim)
        self.classifier = nn.Linear(config.dim, config.num_labels)
        self.dropout = nn.Dropout(vars(config).get("seq_classif_dropout", 0.2))

    def scores(self, encoded):
        pooled = nn.ReLU()(self.pre_classifier(encoded.last_hidden_state[:, 0]))
        return self.classifier(self.dropout(pooled))


class Tags(Headed):
    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None, inputs_embeds=None,
                labels=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        encoded = self.encoded(input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds, output_attentions, output_hidden_states, head_mask)
        logits = self.classifier(self.dropout(encoded.last_hidden_state))
        loss = F.cross_entropy(logits.view(-1, self.config.num_labels), labels.view(-1)) if labels is not None else None
        return self.returned(TokenClassifierOutput, return_dict, loss, [logits], encoded)


class BertForTokenClassification(Tags, BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.bert = BertModel(config, add_pooling_layer=False)
        self.dropout = nn.Dropout(dropout_of(config))
        self.classifier = nn.Linear(config.hidden_size, config.num_labels)


class RobertaForTokenClassification(Tags, RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.dropout = nn.Dropout(dropout_of(config))
        self.classifier = nn.Linear(config.hidden_size, config.num_labels)


class DistilBertForTokenClassification(Tags, DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.distilbert = DistilBertModel(config)
        self.dropout = nn.Dropout(config.dropout)
        self.classifier = nn.Linear(config.dim, config.num_labels)


class Answers(Headed):
    before = None

    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None, inputs_embeds=None,
                start_positions=None, end_positions=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        encoded = self.encoded(input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds, output_attentions, output_hidden_states, head_mask)
        states = encoded.last_hidden_state
        logits = self.qa_outputs(states if self.before is None else self.before(states))
        start, end = logits.split(1, dim=-1)
        start, end = start.squeeze(-1).contiguous(), end.squeeze(-1).contiguous()
        loss = None
        if start_positions is not None and end_positions is not None:
            if start_positions.dim() > 1:
                start_positions = start_positions.squeeze(-1)
            if end_positions.dim() > 1:
                end_positions = end_positions.squeeze(-1)
            ignored = start.size(1)
            first = F.cross_entropy(start, start_positions.clamp(0, ignored), ignore_index=ignored)
            loss = (first + F.cross_entropy(end, end_positions.clamp(0, ignored), ignore_index=ignored)) / 2
        return self.returned(QuestionAnsweringModelOutput, return_dict, loss, [start, end], encoded)


class BertForQuestionAnswering(Answers, BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.bert = BertModel(config, add_pooling_layer=False)
        self.qa_outputs = nn.Linear(config.hidden_size, config.num_labels)


class RobertaForQuestionAnswering(Answers, RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.num_labels = config.num_labels
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.qa_outputs = nn.Linear(config.hidden_size, config.num_labels)


class DistilBertForQuestionAnswering(Answers, DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.distilbert = DistilBertModel(config)
        self.qa_outputs = nn.Linear(config.dim, 2)
        self.dropout = nn.Dropout(vars(config).get("qa_dropout", 0.1))

    def before(self, states):
        return self.dropout(states)


class Fills(Headed):
    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, position_ids=None, head_mask=None, inputs_embeds=None,
                labels=None, output_attentions=None, output_hidden_states=None, return_dict=None):
        encoded = self.encoded(input_ids, attention_mask, token_type_ids, position_ids, inputs_embeds, output_attentions, output_hidden_states, head_mask)
        logits = self.words(encoded.last_hidden_state)
        loss = F.cross_entropy(logits.view(-1, self.config.vocab_size), labels.view(-1)) if labels is not None else None
        return self.returned(MaskedLMOutput, return_dict, loss, [logits], encoded)


class BertTransform(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.transform_act_fn = ACT2FN[config.hidden_act]
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, states):
        return self.LayerNorm(self.transform_act_fn(self.dense(states)))


class BertPredictions(nn.Module):
    def __init__(self, config, embeddings):
        super().__init__()
        self.transform = BertTransform(config)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.decoder.weight = embeddings.weight

    def forward(self, states):
        return self.decoder(self.transform(states))


class BertHead(nn.Module):
    def __init__(self, config, embeddings):
        super().__init__()
        self.predictions = BertPredictions(config, embeddings)

    def forward(self, states):
        return self.predictions(states)


class BertForMaskedLM(Fills, BertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.cls = BertHead(config, self.bert.embeddings.word_embeddings)

    def words(self, states):
        return self.cls(states)


class RobertaHead(nn.Module):
    def __init__(self, config, embeddings):
        super().__init__()
        self.dense = nn.Linear(config.hidden_size, config.hidden_size)
        self.layer_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.decoder.weight = embeddings.weight

    def forward(self, states):
        return self.decoder(self.layer_norm(F.gelu(self.dense(states))))


class RobertaForMaskedLM(Fills, RobertaPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.roberta = RobertaModel(config, add_pooling_layer=False)
        self.lm_head = RobertaHead(config, self.roberta.embeddings.word_embeddings)

    def words(self, states):
        return self.lm_head(states)


class DistilBertForMaskedLM(Fills, DistilBertPreTrainedModel):
    def __init__(self, config):
        super().__init__(config)
        self.distilbert = DistilBertModel(config)
        self.vocab_transform = nn.Linear(config.dim, config.dim)
        self.vocab_layer_norm = nn.LayerNorm(config.dim, eps=1e-12)
        self.vocab_projector = nn.Linear(config.dim, config.vocab_size)
        self.vocab_projector.weight = self.distilbert.embeddings.word_embeddings.weight

    def words(self, states):
        return self.vocab_projector(self.vocab_layer_norm(F.gelu(self.vocab_transform(states))))


XLMRobertaForSequenceClassification = CamembertForSequenceClassification = RobertaForSequenceClassification
XLMRobertaForTokenClassification = CamembertForTokenClassification = RobertaForTokenClassification
XLMRobertaForQuestionAnswering = CamembertForQuestionAnswering = RobertaForQuestionAnswering
XLMRobertaForMaskedLM = CamembertForMaskedLM = RobertaForMaskedLM


class AutoHead(Encoder):
    """AutoModelFor…: the class is the one of the architecture that the name stands for."""

    kinds = {}

    @classmethod
    def from_pretrained(cls, name, *args, config=None, **kwargs):
        if config is None:
            config = config_of(name, cls.config_type, kwargs)
            if not known(config):
                return config
        elif not hasattr(config, "model_type") or config.model_type not in cls.kinds:
            return unknown("a model of a config that is not known")
        return made_of(config, cls.kinds[config.model_type], args, configure(config, kwargs))

    @classmethod
    def from_config(cls, config, **kwargs):
        if not hasattr(config, "model_type") or config.model_type not in cls.kinds or kwargs:
            return unknown("a model of a config that is not known")
        return made_of(config, cls.kinds[config.model_type], (), {})


class AutoModelForSequenceClassification(AutoHead):
    kinds = {"bert": BertForSequenceClassification, "roberta": RobertaForSequenceClassification, "distilbert": DistilBertForSequenceClassification,
             "deberta-v2": DebertaV2ForSequenceClassification}


class AutoModelForTokenClassification(AutoHead):
    kinds = {"bert": BertForTokenClassification, "roberta": RobertaForTokenClassification, "distilbert": DistilBertForTokenClassification,
             "deberta-v2": DebertaV2ForTokenClassification}


class AutoModelForQuestionAnswering(AutoHead):
    kinds = {"bert": BertForQuestionAnswering, "roberta": RobertaForQuestionAnswering, "distilbert": DistilBertForQuestionAnswering}


class AutoModelForMaskedLM(AutoHead):
    kinds = {"bert": BertForMaskedLM, "roberta": RobertaForMaskedLM, "distilbert": DistilBertForMaskedLM}


class AutoModelForCausalLM(AutoHead):
    kinds = {"gpt2": GPT2LMHeadModel}


class AutoModelForSeq2SeqLM(AutoHead):
    kinds = {"t5": T5ForConditionalGeneration}
