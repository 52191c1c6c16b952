import lightning.pytorch as pl

trainer = pl.Trainer(gpus=1)  # want "Trainer takes gpus= before 2.0 only, and this project declares other releases of pytorch-lightning.*accelerator"
