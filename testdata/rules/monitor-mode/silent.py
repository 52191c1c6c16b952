import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau


def trainer(figure, way):
    return pl.Trainer(
        max_epochs=30,
        callbacks=[
            ModelCheckpoint(monitor="val_acc", mode="max"),
            ModelCheckpoint(monitor="val_loss"),
            ModelCheckpoint(monitor="val_dice"),  # it may be a loss
            ModelCheckpoint(monitor="val_acc", save_top_k=-1),  # all are kept
            ModelCheckpoint(monitor=figure),
            ModelCheckpoint(monitor="val_acc", mode=way),
            EarlyStopping("top1_error"),
        ],
    )


def validate(model, loader):
    right = 0
    model.eval()
    with torch.no_grad():
        for x, y in loader:
            right += (model(x).argmax(1) == y).sum().item()
    return right / len(loader)


def train(model, loader, val_loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = ReduceLROnPlateau(optimizer, mode="max", patience=3)
    other = ReduceLROnPlateau(optimizer, patience=3)
    for epoch in range(30):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        val_acc = validate(model, val_loader)
        scheduler.step(val_acc)
        other.step(1 - val_acc)
