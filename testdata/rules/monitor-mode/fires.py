import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint
from torch import nn
from torch.optim.lr_scheduler import ReduceLROnPlateau


def trainer():
    return pl.Trainer(
        max_epochs=30,
        callbacks=[
            ModelCheckpoint(monitor="val_acc", save_top_k=1),  # want "the checkpoint that it keeps is the worst one"
            EarlyStopping(monitor="valid/f1_score", patience=5),  # want "it stops the training because the model gets better"
            ModelCheckpoint("best", "{epoch}", "val_loss", mode="max"),  # want "and val_loss gets better as it gets smaller"
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
    scheduler = ReduceLROnPlateau(optimizer, patience=3)  # want "it lowers the learning rate while the model gets better"
    for epoch in range(30):
        model.train()
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        val_acc = validate(model, val_loader)
        scheduler.step(val_acc)
