import torch.nn as nn
from transformers import Wav2Vec2ForCTC


class Recogniser(nn.Module):
    """The switch goes to the module that does the checkpointing."""

    def __init__(self, vocabulary=148, checkpointing_enabled=True, layer_drop=0.1):
        super().__init__()
        self.w2v = Wav2Vec2ForCTC.from_pretrained("facebook/wav2vec2-large")
        self.w2v.wav2vec2.encoder.gradient_checkpointing = checkpointing_enabled
        self.w2v.lm_head = nn.Linear(self.w2v.config.hidden_size, vocabulary)
        self.w2v.config.layerdrop = layer_drop

    def forward(self, audio, labels):
        return self.w2v(input_values=audio, labels=labels).loss
