import torch
import torch.nn.functional as F
from flash_attn import flash_attn_func
from torch import nn


class Attention(nn.Module):
    def __init__(self, width, heads=8, dropout=0.1, attention_dropout=0.0, rate=0.2):
        super().__init__()
        self.heads = heads
        self.dropout = dropout
        self.attention_dropout = attention_dropout
        self.drop = nn.Dropout(rate)
        self.none = nn.Dropout(attention_dropout)
        self.rate = dropout
        self.qkv = nn.Linear(width, 3 * width)

    def split(self, x):
        return (t.unflatten(-1, (self.heads, -1)).transpose(1, 2) for t in self.qkv(x).chunk(3, -1))

    def forward(self, x, mask=None):
        q, k, v = self.split(x)
        y = F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout if self.training else 0.0)  # want "pass self.dropout if self.training else 0.0"
        y = y + torch.nn.functional.scaled_dot_product_attention(q, k, v, mask, 0.1 if self.training else 0.0)  # want "drops out in evaluation mode, too"
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.drop.p if self.training else 0.0, is_causal=True)  # want "self.drop.p if self.training"
        y = y + flash_attn_func(q, k, v, dropout_p=self.dropout if self.training else 0.0, causal=True)  # want "does not know the mode"
        # The mode decides, or nothing is dropped, or nobody knows.
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout if self.training else 0.0)
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.dropout * self.training)
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.attention_dropout)
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.none.p)
        y = y + F.scaled_dot_product_attention(q, k, v, dropout_p=0.0)
        return y + F.scaled_dot_product_attention(q, k, v, dropout_p=self.rate)

    def train(self, mode=True):
        self.rate = 0.1 if mode else 0.0
        return super().train(mode)
