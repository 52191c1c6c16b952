import torch
import torch.nn.functional as F


def forgetful_step(model, batch, optimizer, clip):
    inputs, targets = batch
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()  # want "nothing in this loop clears"
    torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    return loss.item()


def whole_step(model, batch, optimizer, clip):
    optimizer.zero_grad(set_to_none=True)
    inputs, targets = batch
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
    optimizer.step()
    return loss.item()


def backward_only(model, batch):
    inputs, targets = batch
    loss = F.cross_entropy(model(inputs), targets)
    loss.backward()  # want "nothing in this loop clears"
    return loss.item()
