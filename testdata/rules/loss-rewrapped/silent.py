import torch


def right(model, criterion, loader, optimizer):
    for x, y in loader:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()


def leaf(value):
    x = torch.tensor(value, requires_grad=True)
    (x * x).sum().backward()
    return x.grad


def leaf_itself(value):
    x = torch.tensor(value, requires_grad=True)
    x.backward()
    print(x.grad)


def literal():
    x = torch.tensor(3.0, requires_grad=True)
    x.backward()


def keeps_the_graph(model, criterion, x, y):
    loss = torch.as_tensor(criterion(model(x), y))
    loss.backward()


def logged(model, criterion, x, y):
    loss = criterion(model(x), y)
    shown = torch.tensor(loss.item())
    loss.backward()
    return shown


def stages(first, second, x, y):
    hidden = first(x)
    cut = hidden.detach().requires_grad_()
    loss = second(cut, y)
    loss.backward()
    hidden.backward(cut.grad)
