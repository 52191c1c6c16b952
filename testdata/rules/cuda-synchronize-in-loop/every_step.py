import torch


def train(model, optimizer, loader):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).backward()
        torch.cuda.synchronize()  # want "torch.cuda.synchronize\(\) in every training step: the GPU runs dry"
        optimizer.step()


def waits_where_there_is_one(model, optimizer, loader):
    for x, y in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        if torch.cuda.is_available():
            torch.cuda.synchronize()  # want "in every training step"
