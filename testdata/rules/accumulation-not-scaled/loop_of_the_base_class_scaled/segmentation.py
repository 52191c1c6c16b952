from trainer import BaseTrainer
from torch import nn


class SegmentationTrainer(BaseTrainer):
    criterion = nn.CrossEntropyLoss(ignore_index=255)

    def compute_loss(self, batch):
        return self.criterion(self.model(batch["image"]), batch["mask"]) / self.every
