import torch


def by_hand(model, loader, criterion, lr):
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward(create_graph=True)  # want "nothing in the loop in line 5 clears the gradients after loss.backward"
        penalty = sum(p.grad.pow(2).sum() for p in model.parameters())
        penalty.backward()
        for p in model.parameters():
            p.data.sub_(lr * p.grad)
            p.grad.data.zero_()  # keeps the graph


def function_of_torch(model, loader, lr):
    for x in loader:
        loss = model(x).mean()
        torch.autograd.backward(loss, create_graph=True)  # want "create_graph=True"
        with torch.no_grad():
            for p in model.parameters():
                p.sub_(lr * p.grad)
                p.grad.zero_()


def hessian(model, loader):
    first = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in loader:
        first.zero_grad()
        model(x).mean().backward(create_graph=True)
        first.step()
    for x in loader:
        model(x).mean().backward(create_graph=True)  # want "the loop in line 31"
        with torch.no_grad():
            for p in model.parameters():
                p.sub_(0.1 * p.grad)
                p.grad.zero_()
