import pytorch_lightning as pl

trainer = pl.Trainer(max_nb_epochs=3, gpus=1)
