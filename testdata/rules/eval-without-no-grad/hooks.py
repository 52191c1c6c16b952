import lightning as L
import torch
import torch.nn as nn
from transformers import Trainer


# Lightning and the Trainer turn gradients off around their hooks.
class Lit(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)

    def on_validation_epoch_end(self):
        for batch in self.trainer.val_dataloaders:
            print(self.net(batch))


class Scored(Trainer):
    def evaluation_loop(self, dataloader, description):
        self.model.eval()
        for batch in dataloader:
            print(self.model(**batch))
