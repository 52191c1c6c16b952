# Only a meter's update() is in the function that clears gradients.
import torch


def run(algorithm, source_loader, target_loader):
    for (source, labels), target in zip(source_loader, target_loader):
        print(algorithm.update(source, labels, target))


def warm_up(model, loader, meter):
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        loss = ((model(x) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        meter.update(loss.item())
