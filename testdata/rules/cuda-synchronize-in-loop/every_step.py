import torch


def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        torch.cuda.synchronize()  # want "torch.cuda.synchronize\(\) in every training step: the GPU runs dry"
        optimizer.step()
