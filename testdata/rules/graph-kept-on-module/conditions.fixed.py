import torch
import torch.nn as nn


class Attention(nn.Module):
    """What is stored under a condition on the input is stored all the same."""

    def __init__(self, dim, keep_maps=False):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)
        self.keep_maps = keep_maps

    def forward(self, x, mask=None):
        attention = (self.q(x) @ self.k(x).transpose(-2, -1)).softmax(dim=-1)
        if x.shape[0] > 1:
            self.attention_map = attention.detach()  # want "self.attention_map keeps attention"
        if len(x) % 2 == 0:
            self.last_features = (attention @ x).detach()  # want "self.last_features keeps"
        if x.is_cuda:
            self.saved_scores = attention.log().detach()  # want "self.saved_scores keeps"
        return attention @ x


class OnRequest(nn.Module):
    """Somebody asked for these."""

    def __init__(self, dim, config, keep_maps=False):
        super().__init__()
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)
        self.config = config
        self.keep_maps = keep_maps

    def wants_maps(self):
        return self.keep_maps

    def forward(self, x, return_maps=False, mode="train", store=None, **kwargs):
        attention = (self.q(x) @ self.k(x).transpose(-2, -1)).softmax(dim=-1)
        if self.keep_maps:
            self.attention_a = attention
        if not self.training and x.shape[0] > 1:
            self.attention_b = attention
        if return_maps:
            self.attention_c = attention
        if mode == "explain":
            self.attention_d = attention
        if store is not None:
            self.attention_e = attention
        if kwargs.get("output_attentions"):
            self.attention_f = attention
        if self.wants_maps() or self.config.output_attentions:
            self.attention_g = attention
        if torch.is_grad_enabled():
            self.attention_h = attention
        return attention @ x
