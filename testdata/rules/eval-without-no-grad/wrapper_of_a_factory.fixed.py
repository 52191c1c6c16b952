import torch
from torch import nn

networks = {}


def make(name, **kwargs):
    if name is None:
        return None
    model = networks[name](**kwargs)
    if torch.cuda.is_available():
        model.cuda()
    return model


def load(saved):
    model = make(saved["model"], **saved["args"])
    model.load_state_dict(saved["weights"])
    return model


def model_of(config):
    if config.get("load"):
        model = load(torch.load(config["load"]))
    else:
        model = make(config["model"], **config["args"])
    return model


def optimizer_of(parameters, name, lr):
    if name == "sgd":
        return torch.optim.SGD(parameters, lr)
    elif name == "adam":
        return torch.optim.Adam(parameters, lr)


def main(config, train_loader, val_loader):
    model = model_of(config)
    model = nn.DataParallel(model)
    optimizer = optimizer_of(model.parameters(), config["optimizer"], 0.1)
    for epoch in range(9):
        model.train()
        for x, y in train_loader:
            loss = nn.functional.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            for x, y in val_loader:
                loss = nn.functional.cross_entropy(model(x), y)  # want "model runs with gradients on in an evaluation loop"
                print(loss.item())


def frozen(config, train_loader, val_loader):
    teacher = nn.DataParallel(model_of(config))
    for p in teacher.parameters():
        p.requires_grad = False
    teacher.eval()
    for x, y in val_loader:
        print(teacher(x).argmax(1))
