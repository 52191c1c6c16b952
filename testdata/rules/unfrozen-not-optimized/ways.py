import torch


def filtered_before(model, loader):
    for p in model.backbone.parameters():
        p.requires_grad = False
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            for p in model.backbone.parameters():
                p.requires_grad = True  # want "model.backbone is unfrozen"


def all_given(model, loader):
    for p in model.backbone.parameters():
        p.requires_grad = False
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            for p in model.backbone.parameters():
                p.requires_grad = True


def group_added(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            model.backbone.requires_grad_(True)
            optimizer.add_param_group({"params": model.backbone.parameters()})


def two_groups(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD([{"params": model.head.parameters()}, {"params": model.backbone.parameters(), "lr": 0.01}], lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            model.backbone.requires_grad_(True)


def head_only(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            model.backbone.requires_grad_(True)  # want "model.backbone is unfrozen"


def a_list_of_both(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(list(model.head.parameters()) + list(model.backbone.parameters()), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            model.backbone.requires_grad_(True)


def made_anew(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        if epoch == 5:
            model.backbone.requires_grad_(True)
            optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def frozen_again(model, loader):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for epoch, batch in enumerate(loader):
        model(batch).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        model.backbone.requires_grad_(False)
