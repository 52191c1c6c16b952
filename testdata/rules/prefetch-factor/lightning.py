import lightning
from torch.utils.data import DataLoader


class Data(lightning.LightningDataModule):
    def train_dataloader(self):
        return DataLoader(self.train, num_workers=2)  # want note "only 4 batches are loaded ahead"

    def val_dataloader(self):
        return DataLoader(self.val, num_workers=2)
