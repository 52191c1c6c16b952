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


def on_the_device(model, path, loader, optimizer):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    state = torch.load(path, map_location=device)  # want "state keeps a second copy of what it holds on the GPU"
    model.to(device).load_state_dict(state["model"])
    del state
    fit(model, loader, optimizer)


def on_the_host_by_name(model, path, loader, optimizer):
    device = torch.device("cpu")
    state = torch.load(path, map_location=device)
    model.to(device).load_state_dict(state["model"])
    fit(model, loader, optimizer)


def where_somebody_says(model, path, loader, optimizer, device):
    state = torch.load(path, map_location=device)
    model.to(device).load_state_dict(state["model"])
    fit(model, loader, optimizer)
