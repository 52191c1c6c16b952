# Parameters that are changed by hand, or by somebody who is not seen, are trained, too.
import mylib
import torch


def by_hand(model, loader, lr):
    for x in loader:
        model(x).mean().backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= lr * p.grad
                p.grad = None
        torch.cuda.empty_cache()  # want "in every training step"


def by_its_data(model, loader, lr):
    for x in loader:
        model(x).mean().backward()
        for p in model.parameters():
            p.data.add_(p.grad, alpha=-lr)
        torch.cuda.empty_cache()  # want "in every training step"


def with_momentum(model, loader, lr, moments):
    for x in loader:
        model(x).mean().backward()
        for name, p in model.named_parameters():
            moments[name] = 0.9 * moments[name] + p.grad
            p.data.sub_(lr * moments[name])
        torch.cuda.empty_cache()  # want "in every training step"


def a_weight(loader, lr):
    weight = torch.zeros(4, requires_grad=True)
    for x in loader:
        (x @ weight).mean().backward()
        weight.data = weight.data - lr * weight.grad
        torch.cuda.empty_cache()  # want "in every training step"


def by_a_library(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        model(x).mean().backward()
        mylib.apply_step(optimizer)
        torch.cuda.empty_cache()  # want "in every training step"


def by_an_updater(model, loader):
    updater = mylib.Updater(model)
    for x in loader:
        model(x).mean().backward()
        updater.update()
        torch.cuda.empty_cache()  # want "in every training step"


# What reads gradients, clears them, or changes parameters otherwise, measures.
def importance(model, loader, sums):
    for x in loader:
        model(x).mean().backward()
        for name, p in model.named_parameters():
            sums[name] += p.grad.square()
            p.grad = None
        torch.cuda.empty_cache()


def norms(model, loader):
    total = 0
    for x in loader:
        model(x).mean().backward()
        for p in model.parameters():
            total += p.grad.norm()
            p.grad.zero_()
        print(total, len(list(model.parameters())))
        torch.cuda.empty_cache()


def before_it(model, loader):
    for x in loader:
        mylib.reset_peak_memory(model)
        model(x).mean().backward()
        torch.cuda.empty_cache()
