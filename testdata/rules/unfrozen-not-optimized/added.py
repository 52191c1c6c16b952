import torch


def added(model, train_one_epoch):
    model.backbone.requires_grad_(False)
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    train_one_epoch(model, optimizer)
    model.backbone.requires_grad_(True)
    optimizer.add_param_group({"params": model.backbone.parameters()})
    train_one_epoch(model, optimizer)
