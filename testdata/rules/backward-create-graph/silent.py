import torch


def cleared(model, loader, optimizer, criterion):
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward(create_graph=True)
        optimizer.step()
        optimizer.zero_grad()


def set_to_none(model, x):
    loss = model(x).mean()
    loss.backward(create_graph=True)
    penalty = sum(p.grad.pow(2).sum() for p in model.parameters())
    for p in model.parameters():
        p.grad = None
    return penalty.item()


def in_a_helper(model, loader, optimizer):
    for x in loader:
        compute(model, x)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def compute(model, x):
    model(x).mean().backward(create_graph=True)


def functional(model, x, second_order):
    loss = model(x).mean()
    grads = torch.autograd.grad(loss, list(model.parameters()), create_graph=True)
    loss.backward(create_graph=second_order)
    loss.backward(create_graph=False)
    return grads


# zero_grad() breaks the cycle in the next iteration, before anything is computed.
def penalised(model, loader, optimizer, criterion):
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward(create_graph=True)
        penalty = sum(p.grad.pow(2).sum() for p in model.parameters())
        penalty.backward()
        optimizer.step()


# It detaches the gradients before it sets them to zero.
def keeps_zeros(model, loader, optimizer):
    for x in loader:
        torch.autograd.backward(model(x).mean(), create_graph=True)
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)


def detached(model, loader, lr):
    for x in loader:
        model(x).mean().backward(create_graph=True)
        for p in model.parameters():
            p.data.sub_(lr * p.grad)
            p.grad.detach_()
            p.grad.zero_()


# Who calls it clears them, or does not.
def one(model, x):
    loss = model(x).mean()
    loss.backward(create_graph=True)
    return loss
