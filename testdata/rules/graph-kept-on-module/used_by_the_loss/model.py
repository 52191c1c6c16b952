import torch
import torch.nn as nn
import torch.nn.functional as F

hook_outputs = {}


class Block(nn.Module):
    def __init__(self, dim, heads=4):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(dim, dim * 3)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        attention = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        self.attention_map = attention
        return self.proj((attention @ v).transpose(1, 2).reshape(b, n, c))


class Student(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.blocks = nn.ModuleList([Block(dim) for _ in range(depth)])
        self.head = nn.Linear(dim, 10)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        self.last_features = x
        return self.head(x.mean(dim=1))


def keep_output(module, inputs, output):
    hook_outputs[module] = output


def watch(model):
    for block in model.blocks:
        block.register_forward_hook(keep_output)
