import pytorch_lightning as pl
from base import Base
from pytorch_lightning.callbacks import EarlyStopping


class Module(Base):
    def training_step(self, batch, index):
        loss = self.loss(batch)
        self.log("train_loss", loss)
        return loss


trainer = pl.Trainer(callbacks=[EarlyStopping(monitor="val_loss")])
trainer.fit(Module(), train_loader, val_loader)
