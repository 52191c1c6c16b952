# Lightning took the direction of what is called acc from its name before 1.3. Who says one is believed, and torch never guessed.
import pytorch_lightning as pl
import torch
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint


class Net(pl.LightningModule):
    def configure_optimizers(self):
        optimizer = torch.optim.SGD(self.parameters(), lr=0.1)
        scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=3, mode="max")  # want "smaller values for better .mode=.min. is its default., and val_acc gets better as it gets larger"
        return {"optimizer": optimizer, "lr_scheduler": scheduler, "monitor": "val_acc"}


def trainer():
    return pl.Trainer(
        max_epochs=30,
        callbacks=[
            ModelCheckpoint(monitor="val_acc", save_top_k=1),
            EarlyStopping(monitor="val_f1_score", mode="max"),  # want "smaller values for better .mode=.min. is its default., and val_f1_score"
            EarlyStopping(monitor="val_acc", mode="max"),  # want "smaller values for better .mode=.min.., and val_acc"
        ],
    )


def by_hand(model, loader, validate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, mode="max")  # want "smaller values for better .mode=.min. is its default., and val_acc"
    for epoch in range(30):
        for x, y in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()
        val_acc = validate(model)
        scheduler.step(val_acc)
