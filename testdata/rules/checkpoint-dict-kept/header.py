import torch


def goes_on(path, model, loader, optimizer):
    state = torch.load(path, map_location="cuda:0")  # want "state keeps a second copy"
    model.load_state_dict(state["model"])
    for epoch in range(state["epoch"] + 1, max(state["epochs"], 90)):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()


def reads_it_while_it_trains(path, model, loader, optimizer):
    state = torch.load(path, map_location="cuda:0")
    model.load_state_dict(state["model"])
    for epoch in range(state["epoch"] + 1, 90):
        for x in loader:
            optimizer.zero_grad()
            model(x).mean().backward()
            optimizer.step()
        print(epoch, state["best"])


def asks_each_time(path, model, batch, optimizer):
    state = torch.load(path, map_location="cuda:0")
    model.load_state_dict(state["model"])
    while model.steps < state["steps"]:
        optimizer.zero_grad()
        model(batch).mean().backward()
        optimizer.step()


def trains_nothing(path, model, loader):
    state = torch.load(path, map_location="cuda:0")
    model.load_state_dict(state["model"])
    for epoch in range(state["epoch"]):
        for x in loader:
            print(model(x).mean().item())  # also eval-without-no-grad
