import torch


def filtered(model, train_one_epoch):
    for p in model.backbone.parameters():
        p.requires_grad = False
    optimizer = torch.optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    for epoch in range(20):
        if epoch == 10:
            for p in model.backbone.parameters():
                p.requires_grad = True  # want "model.backbone is unfrozen after the optimizer at line 7 was built without it"
        train_one_epoch(model, optimizer)


def other_part(model, train_one_epoch):
    model.requires_grad_(False)
    model.head.requires_grad_(True)
    optimizer = torch.optim.AdamW(model.head.parameters())
    train_one_epoch(model, optimizer)
    model.encoder.requires_grad_(True)  # want "model.encoder is unfrozen after the optimizer at line 18"
    train_one_epoch(model, optimizer)


def listed(model, train_one_epoch):
    model.requires_grad_(False)
    model.head.requires_grad_()
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params)
    train_one_epoch(model, optimizer)
    model.requires_grad_(True)  # want "model is unfrozen"
    train_one_epoch(model, optimizer)


def by_name(model, train_one_epoch):
    for name, p in model.named_parameters():
        if "head" not in name:
            p.requires_grad = False
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad])
    train_one_epoch(model, optimizer)
    for p in model.parameters():
        p.requires_grad_(True)  # want "model is unfrozen after the optimizer"
    train_one_epoch(model, optimizer)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.model.backbone.requires_grad_(False)
        self.optimizer = torch.optim.AdamW(filter(lambda p: p.requires_grad, self.model.parameters()))

    def on_epoch_start(self, epoch):
        if epoch == 3:
            self.model.backbone.requires_grad_(True)  # want "self.model.backbone is unfrozen"
