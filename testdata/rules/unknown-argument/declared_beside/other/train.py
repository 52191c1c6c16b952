import pytorch_lightning as pl

trainer = pl.Trainer(gpus=1)  # want warning "Trainer takes no gpus= since pytorch-lightning 2.0 and raises TypeError"
