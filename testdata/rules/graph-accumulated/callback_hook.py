import torch
import pytorch_lightning as pl
from pytorch_lightning.callbacks import Callback
from torch.utils.data import DataLoader, TensorDataset


class DrawImage(Callback):
    def __init__(self, batch_size):
        self.batch_size = batch_size

    def on_validation_epoch_end(self, trainer, model):
        dataset = trainer.datamodule.dataset_val
        loader = DataLoader(TensorDataset(dataset.origins, dataset.directions), batch_size=self.batch_size)
        rgb = torch.empty((4096, 3))
        i = 0
        for origins, directions in loader:
            n = origins.shape[0]
            rgb[i:i + n, :] = model(origins.to(model.device), directions.to(model.device))[0].clip(0, 1).cpu()
            i += n
        trainer.logger.log_image(key="image", images=[rgb.view(64, 64, 3).numpy()])
