import torch


def update(model, optimizer, batch):
    loss = model(batch)
    optimizer.zero_grad()
    loss.backward()
    torch.cuda.synchronize()  # want "the GPU runs dry"
    optimizer.step()
    return loss.detach()


def update_on_oom(model, optimizer, batch):
    try:
        return update(model, optimizer, batch)
    except RuntimeError:
        torch.cuda.synchronize()
