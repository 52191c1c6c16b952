import torch

weight = torch.nn.Parameter(torch.zeros(3))
inputs = torch.zeros(3)
inputs.require_grad = True  # want "spell it requires_grad"
weight.requires_grads = False  # want "spell it requires_grad"
inputs.requires_grad = True
for p in model.parameters():
    p.require_grad = False  # want "spell it requires_grad"


def rated(model, rows):
    for row in rows:
        given = torch.autograd.Variable(row).unsqueeze(0)
        target = given.clone()
        target.require_grad = False  # want note "spell it requires_grad"
        guess = model(given)
        guess.require_grad = False  # want error "spell it requires_grad"
        wanted = torch.zeros(3).requires_grad_()
        wanted.require_grad = False  # want error "spell it requires_grad"
