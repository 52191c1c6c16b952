import torch
import torch.nn as nn
import torch.nn.functional as F

from optim import everything, trainable_only


class Classifier(nn.Module):
    def __init__(self, backbone, dim, classes):
        super().__init__()
        self.backbone = backbone
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        return self.head(self.backbone(x))


def run_epoch(model, optimizer, loader):
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()


def head_first(backbone, loader, args):
    model = Classifier(backbone, args.dim, args.classes)
    model.backbone.requires_grad_(False)
    optimizer = trainable_only(model, args)
    for epoch in range(args.epochs):
        if epoch == args.unfreeze_at:
            model.backbone.requires_grad_(True)  # want "backbone"
        run_epoch(model, optimizer, loader)


# The optimizer holds all parameters from the start.
def head_first_whole(backbone, loader, args):
    model = Classifier(backbone, args.dim, args.classes)
    optimizer = everything(model, args)
    model.backbone.requires_grad_(False)
    for epoch in range(args.epochs):
        if epoch == args.unfreeze_at:
            model.backbone.requires_grad_(True)
        run_epoch(model, optimizer, loader)


# It is made anew when more is trained.
def head_first_again(backbone, loader, args):
    model = Classifier(backbone, args.dim, args.classes)
    model.backbone.requires_grad_(False)
    optimizer = trainable_only(model, args)
    for epoch in range(args.epochs):
        if epoch == args.unfreeze_at:
            model.backbone.requires_grad_(True)
            optimizer = trainable_only(model, args)
        run_epoch(model, optimizer, loader)
