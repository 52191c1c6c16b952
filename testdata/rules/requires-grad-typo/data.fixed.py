import torch

weight = torch.nn.Parameter(torch.zeros(3))
inputs = torch.zeros(3)
inputs.requires_grad = True  # want "spell it requires_grad"
weight.requires_grad = False  # want "spell it requires_grad"
inputs.requires_grad = True
for p in model.parameters():
    p.requires_grad = False  # want "spell it requires_grad"
