import pytorch_lightning as pl

trainer = pl.Trainer(gpus=1)  # want error "Trainer takes gpus= before 2.0 only, and this project declares other releases"
