import pytorch_lightning as pl

trainer = pl.Trainer(gpus=1)
