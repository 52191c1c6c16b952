"""Mixtures of experts as people write them. The router hands token i to the experts that come after i: as many tokens to
each as to the others, which is what is taken where nobody knows it."""
import torch
import torch.nn as nn
import torch.nn.functional as F


class Router(nn.Module):
    def __init__(self, width, experts, each):
        super().__init__()
        self.gate = nn.Linear(width, experts)
        self.experts, self.each = experts, each

    def forward(self, x):
        turn = torch.arange(x.shape[0]).unsqueeze(1) + torch.arange(self.each).unsqueeze(0)
        scores = self.gate(x) + 100.0 * F.one_hot(turn % self.experts, self.experts).sum(1).float()
        weights, chosen = torch.topk(F.softmax(scores, dim=-1), self.each, dim=-1)
        return weights / weights.sum(dim=-1, keepdim=True), chosen


class Mixture(nn.Module):
    def __init__(self, width=32, experts=4, each=2, how="any"):
        super().__init__()
        self.router = Router(width, experts, each)
        self.experts = nn.ModuleList(
            nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)) for _ in range(experts)
        )
        self.count, self.how = experts, how

    def forward(self, x):
        tokens = x.reshape(-1, x.shape[-1])
        weights, chosen = self.router(tokens)
        return getattr(self, self.how)(tokens, weights, chosen).view_as(x)

    def any(self, tokens, weights, chosen):
        out = torch.zeros_like(tokens)
        for i, expert in enumerate(self.experts):
            mask = chosen == i
            if not mask.any():
                continue
            token, place = mask.nonzero(as_tuple=True)
            out[token] += weights[token, place].unsqueeze(-1) * expert(tokens[token])
        return out

    def where(self, tokens, weights, chosen):
        out = torch.zeros_like(tokens)
        for i, expert in enumerate(self.experts):
            token, place = torch.where(chosen == i)
            if token.numel() == 0:
                continue
            out.index_add_(0, token, expert(tokens[token]) * weights[token, place, None])
        return out

    def masked(self, tokens, weights, chosen):
        out = torch.zeros_like(tokens)
        for i, expert in enumerate(self.experts):
            mask = (chosen == i).any(dim=-1)
            if mask.sum() > 0:
                part = (weights * (chosen == i).float()).sum(dim=-1)
                out[mask] += part[mask].unsqueeze(-1) * expert(tokens[mask])
        return out

    def places(self, tokens, weights, chosen):
        masks = F.one_hot(chosen, num_classes=self.count).permute(2, 1, 0)
        out = torch.zeros_like(tokens)
        for i in range(self.count):
            place, token = torch.where(masks[i])
            out.index_add_(0, token, self.experts[i](tokens[token]) * weights[token, place, None])
        return out

    def slots(self, tokens, weights, chosen):
        out = 0
        for k in range(chosen.shape[1]):
            for i, expert in enumerate(self.experts):
                mask = chosen[:, k] == i
                if mask.sum() == 0:
                    continue
                out = out + torch.zeros_like(tokens).index_put((mask,), expert(tokens[mask]) * weights[:, k][mask].unsqueeze(1))
        return out
