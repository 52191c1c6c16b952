import torch


def on_the_host(model, path, loader, optimizer):
    state = torch.load(path, map_location="cpu")
    model.load_state_dict(state["model"])
    fit(model, loader, optimizer)


def let_go(model, path, loader, optimizer):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    del state
    fit(model, loader, optimizer)


def somewhere(model, path, options, loader, optimizer):
    state = torch.load(path, **options)
    model.load_state_dict(state["model"])
    fit(model, loader, optimizer)


def fit(model, loader, optimizer):
    for batch in loader:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()
