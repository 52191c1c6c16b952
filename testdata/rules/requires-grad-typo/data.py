import torch

weight = torch.nn.Parameter(torch.zeros(3))
inputs = torch.zeros(3)
inputs.require_grad = True  # want "spell it requires_grad"
weight.requires_grads = False  # want "spell it requires_grad"
inputs.requires_grad = True
for p in model.parameters():
    p.require_grad = False  # want "spell it requires_grad"
