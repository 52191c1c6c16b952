import pytorch_lightning as pl
import torch
from torch.utils.data import DataLoader
from transformers import TrainingArguments

trainer = pl.Trainer(gpus=2, max_epochs=3)
args = TrainingArguments("out", adafactor=True, eval_on_start=True)  # want "TrainingArguments takes eval_on_start= since 4.42 only, and this project declares other releases"
loader = DataLoader([1], in_order=False)  # want "DataLoader takes in_order= since 2.6 only"
optimizer = torch.optim.AdamW([], fused=True)  # want "AdamW takes fused= since 2.0 only"
