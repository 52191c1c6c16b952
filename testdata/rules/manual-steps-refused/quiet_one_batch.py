import pytorch_lightning as pl
import torch


class Net(pl.LightningModule):
    def __init__(self, by_hand=True):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(8, 1)

    def training_step(self, batch, index):
        return self.net(batch).mean()

    def configure_optimizers(self):
        return torch.optim.Adam(self.parameters(), lr=1e-3)


def main():
    trainer = pl.Trainer(max_epochs=3, accumulate_grad_batches=1, gradient_clip_val=0)
    trainer.fit(Net(), loader)


main()
