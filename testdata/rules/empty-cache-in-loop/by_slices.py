# An evaluation that goes on by the size of a batch, in a function and in a script.
import torch


def scores(model, images, bs):
    outs = []
    with torch.no_grad():
        for i in range(0, len(images), bs):
            torch.cuda.empty_cache()  # want "for every batch of an evaluation"
            outs.append(model(images[i : min(len(images), i + bs)]).cpu())
    return torch.cat(outs)


def sometimes(model, images, bs):
    outs = []
    with torch.no_grad():
        for i in range(0, len(images), bs):
            if i % 1000 == 0:
                torch.cuda.empty_cache()
            outs.append(model(images[i : i + bs]).cpu())
    return torch.cat(outs)


def folds(model, images, count):
    outs = []
    with torch.no_grad():
        for i in range(0, count, 2):
            torch.cuda.empty_cache()
            outs.append(model(images[i]).cpu())
    return outs


net = torch.nn.Linear(4, 4)
net.eval()
test_loader = torch.utils.data.DataLoader(load("test"), batch_size=4)
with torch.no_grad():
    for x in test_loader:
        print(net(x).sum().item())
        torch.cuda.empty_cache()  # want "for every batch of an evaluation"
