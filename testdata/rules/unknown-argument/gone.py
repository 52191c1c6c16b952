import lightning as L
import pytorch_lightning as pl
from transformers import TrainingArguments

trainer = pl.Trainer(
    gpus=2,  # want "Trainer takes no gpus= since pytorch-lightning 2.0 and raises TypeError: use accelerator"
    max_epochs=3,
    resume_from_checkpoint="last.ckpt",  # want "since pytorch-lightning 2.0.*ckpt_path"
)
args = TrainingArguments("out", adafactor=True)  # want "TrainingArguments takes no adafactor= since transformers 5.0"
other = L.Trainer(checkpoint_callback=False)  # want "since pytorch-lightning 1.7.*enable_checkpointing"
