"""The fields of what transformers' models return, in their order (4.44 and 5.24)."""
from transformers.utils import ModelOutput


class BaseModelOutput(ModelOutput):
    names = ("last_hidden_state", "hidden_states", "attentions")


class BaseModelOutputWithNoAttention(ModelOutput):
    names = ("last_hidden_state", "hidden_states")


class BaseModelOutputWithPooling(ModelOutput):
    names = ("last_hidden_state", "pooler_output", "hidden_states", "attentions")


class BaseModelOutputWithPoolingAndNoAttention(ModelOutput):
    names = ("last_hidden_state", "pooler_output", "hidden_states")


class BaseModelOutputWithPast(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "hidden_states", "attentions")


class BaseModelOutputWithCrossAttentions(ModelOutput):
    names = ("last_hidden_state", "hidden_states", "attentions", "cross_attentions")


class BaseModelOutputWithPoolingAndCrossAttentions(ModelOutput):
    names = ("last_hidden_state", "pooler_output", "hidden_states", "past_key_values", "attentions", "cross_attentions")


class BaseModelOutputWithPastAndCrossAttentions(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "hidden_states", "attentions", "cross_attentions")


class MoECausalLMOutputWithPast(ModelOutput):
    names = ("loss", "logits", "past_key_values", "hidden_states", "attentions", "z_loss", "aux_loss", "router_logits")


class MoEModelOutput(ModelOutput):
    names = ("last_hidden_state", "hidden_states", "attentions", "router_probs", "router_logits")


class MoeModelOutputWithPast(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "hidden_states", "attentions", "router_logits")


class MoeCausalLMOutputWithPast(ModelOutput):
    names = ("loss", "aux_loss", "logits", "past_key_values", "hidden_states", "attentions", "router_logits")


class MoEModelOutputWithPastAndCrossAttentions(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "hidden_states", "attentions", "cross_attentions", "router_probs", "router_logits")


class Seq2SeqModelOutput(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions")


class Seq2SeqMoEModelOutput(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "decoder_hidden_states", "decoder_attentions", "decoder_router_logits", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions", "encoder_router_logits")


class CausalLMOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class CausalLMOutputWithPast(ModelOutput):
    names = ("loss", "logits", "past_key_values", "hidden_states", "attentions")


class CausalLMOutputWithCrossAttentions(ModelOutput):
    names = ("loss", "logits", "past_key_values", "hidden_states", "attentions", "cross_attentions")


class SequenceClassifierOutputWithPast(ModelOutput):
    names = ("loss", "logits", "past_key_values", "hidden_states", "attentions")


class MaskedLMOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class Seq2SeqLMOutput(ModelOutput):
    names = ("loss", "logits", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions")


class Seq2SeqMoEOutput(ModelOutput):
    names = ("loss", "logits", "encoder_z_loss", "decoder_z_loss", "encoder_aux_loss", "decoder_aux_loss", "past_key_values", "decoder_hidden_states", "decoder_attentions", "decoder_router_logits", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions", "encoder_router_logits")


class NextSentencePredictorOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class SequenceClassifierOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class Seq2SeqSequenceClassifierOutput(ModelOutput):
    names = ("loss", "logits", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions")


class MultipleChoiceModelOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class TokenClassifierOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class QuestionAnsweringModelOutput(ModelOutput):
    names = ("loss", "start_logits", "end_logits", "hidden_states", "attentions")


class Seq2SeqQuestionAnsweringModelOutput(ModelOutput):
    names = ("loss", "start_logits", "end_logits", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions")


class SemanticSegmenterOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class ImageClassifierOutput(ModelOutput):
    names = ("loss", "logits", "hidden_states", "attentions")


class ImageClassifierOutputWithNoAttention(ModelOutput):
    names = ("loss", "logits", "hidden_states")


class DepthEstimatorOutput(ModelOutput):
    names = ("loss", "predicted_depth", "hidden_states", "attentions")


class ImageSuperResolutionOutput(ModelOutput):
    names = ("loss", "reconstruction", "hidden_states", "attentions")


class Wav2Vec2BaseModelOutput(ModelOutput):
    names = ("last_hidden_state", "extract_features", "hidden_states", "attentions")


class XVectorOutput(ModelOutput):
    names = ("loss", "logits", "embeddings", "hidden_states", "attentions")


class BackboneOutput(ModelOutput):
    names = ("feature_maps", "hidden_states", "attentions")


class BaseModelOutputWithPoolingAndProjection(ModelOutput):
    names = ("last_hidden_state", "pooler_output", "hidden_states", "attentions", "projection_state")


class Seq2SeqSpectrogramOutput(ModelOutput):
    names = ("loss", "spectrogram", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions")


class Seq2SeqTSModelOutput(ModelOutput):
    names = ("last_hidden_state", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions", "loc", "scale", "static_features")


class Seq2SeqTSPredictionOutput(ModelOutput):
    names = ("loss", "params", "past_key_values", "decoder_hidden_states", "decoder_attentions", "cross_attentions", "encoder_last_hidden_state", "encoder_hidden_states", "encoder_attentions", "loc", "scale", "static_features")


class SampleTSPredictionOutput(ModelOutput):
    names = ("sequences",)


class MaskedImageModelingOutput(ModelOutput):
    names = ("loss", "reconstruction", "hidden_states", "attentions")
