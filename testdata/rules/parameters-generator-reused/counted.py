import torch


def build(model):
    params = (p for p in model.parameters() if p.requires_grad)
    optimizer = torch.optim.AdamW(params)
    print(sum(p.numel() for p in params))  # want warning "params is a generator that line 6 has used up"
    return optimizer


def penalised(model):
    weights = (p for p in model.parameters() if p.dim() > 1)
    optimizer = torch.optim.AdamW(weights)
    penalty = sum(p.pow(2).sum() for p in weights)  # want error "weights is a generator that line 13 has used up"
    return optimizer, penalty
