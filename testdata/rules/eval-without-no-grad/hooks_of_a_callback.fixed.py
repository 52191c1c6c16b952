# Lightning turns gradients off around its evaluations, before the first hook of a callback; around training they are on.
import pytorch_lightning as pl
import torch


class Metrics(pl.Callback):
    def on_test_start(self, trainer, module):
        module.eval()
        for images, masks in trainer.datamodule.test_dataloader():
            self.add(module(images.to(module.device)).cpu(), masks)

    def on_validation_epoch_end(self, trainer, module):
        module.eval()
        for images, masks in trainer.datamodule.val_dataloader():
            self.add(module(images.to(module.device)).cpu(), masks)

    def on_train_epoch_end(self, trainer, module):
        module.eval()
        with torch.no_grad():
            for images, masks in trainer.datamodule.val_dataloader():
                self.add(module(images.to(module.device)).detach().cpu(), masks)  # want "gradients on"

    def add(self, prediction, mask):
        self.seen.append((prediction, mask))


class ByHand:
    def on_test_start(self, trainer, module):
        module.eval()
        with torch.no_grad():
            for images, masks in trainer.datamodule.test_dataloader():
                self.seen.append(module(images.to(module.device)).detach().cpu())  # want "gradients on"
