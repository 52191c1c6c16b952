import torch
from files import epoch_of, load_checkpoint, remembered, weights_of, where_it_was
from torch import nn

device = torch.device("cuda")


def fit(model, loader):
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x.to(device)), y.to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    torch.save({"model": model.state_dict()}, "last.pt")


def resume(model, loader, path):
    state = load_checkpoint(path, device)  # want "state keeps a second copy of what it holds on the GPU"
    model.load_state_dict(state["model"])
    del state
    fit(model, loader)


def resume_without_prefix(model, loader, path):
    state = weights_of(path, device)  # want "state keeps a second copy of what it holds on the GPU"
    model.load_state_dict(state)
    del state
    fit(model, loader)


def resume_wherever(model, loader, path):
    state = where_it_was(path)  # want "second copy of what it holds, on the GPU if it was saved from there"
    model.load_state_dict(state["model"])
    del state
    fit(model, loader)


def on_the_processor(model, loader, path):
    state = load_checkpoint(path, "cpu")
    model.load_state_dict(state["model"])
    fit(model, loader)


def given_up(model, loader, path):
    state = load_checkpoint(path, device)
    model.load_state_dict(state["model"])
    del state
    fit(model, loader)


def kept_by_the_helper(model, loader, path):
    state = remembered(path, device)
    model.load_state_dict(state["model"])
    fit(model, loader)


def a_number(model, loader, path):
    model.load_state_dict(load_checkpoint(path, device)["model"])
    epoch = epoch_of(path, device)
    print(epoch)
    fit(model, loader)


def in_its_own_function(model, path):
    state = load_checkpoint(path, device)
    model.load_state_dict(state["model"])
    return model


def behind_it(model, loader, path):
    fit(in_its_own_function(model, path), loader)
