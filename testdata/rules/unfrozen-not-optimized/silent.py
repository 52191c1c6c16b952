import torch


def all_parameters(model, train_one_epoch):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train_one_epoch(model, optimizer)
    model.backbone.requires_grad_(True)
    train_one_epoch(model, optimizer)


def gan(generator, critic, loader, step):
    opt_g = torch.optim.Adam(filter(lambda p: p.requires_grad, generator.parameters()))
    for real in loader:
        critic.requires_grad_(False)
        step(opt_g, generator, critic, real)
        critic.requires_grad_(True)


def before(model, train_one_epoch):
    model.requires_grad_(False)
    model.head.requires_grad_(True)
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    train_one_epoch(model, optimizer)


def never_frozen(model, train_one_epoch):
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    model.requires_grad_(True)
    train_one_epoch(model, optimizer)
