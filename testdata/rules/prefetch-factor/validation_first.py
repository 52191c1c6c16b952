import lightning
from torch.utils.data import DataLoader


class Module(lightning.LightningModule):
    def val_dataloader(self):
        return DataLoader(self.val, num_workers=8)

    def train_dataloader(self):
        return DataLoader(self.train, num_workers=1)  # want note "only 2 batches are loaded ahead"
