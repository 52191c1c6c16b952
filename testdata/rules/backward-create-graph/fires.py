import torch


def penalised(model, loader, optimizer, criterion):
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward(create_graph=True)  # want "nothing sets the gradients to None after loss.backward"
        penalty = sum(p.grad.pow(2).sum() for p in model.parameters())
        penalty.backward()
        optimizer.step()


def keeps_zeros(model, x, optimizer):
    loss = model(x).mean()
    torch.autograd.backward(loss, create_graph=True)  # want "create_graph=True"
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
