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
loaders = [[1.0], [2.0]]
trainer.fit(args, train_dataloader=loaders, val_dataloaders=loaders)  # want "Trainer.fit takes no train_dataloader= since pytorch-lightning 1.6.*train_dataloaders now"
trainer.validate(args, val_dataloaders=loaders)  # want "Trainer.validate takes no val_dataloaders= since"
trainer.test(args, dataloaders=loaders, verbose=False)
trainer.predict(args, dataloaders=loaders)  # want error "Trainer.predict takes no dataloader= in any release"
