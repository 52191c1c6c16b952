from transformers import Seq2SeqTrainingArguments, TrainingArguments
from trl import ModelConfig, SFTConfig

a = TrainingArguments("out")  # want "dataloader_prefetch_factor=2 with no dataloader_num_workers, which is 0 by default: TrainingArguments raises ValueError"
b = SFTConfig(dataloader_num_workers=0)  # want "dataloader_persistent_workers=True with dataloader_num_workers=0: SFTConfig"
c = Seq2SeqTrainingArguments("out", dataloader_num_workers=4, dataloader_persistent_workers=True, dataloader_prefetch_factor=4)
d = ModelConfig(dataloader_prefetch_factor=2)  # also unknown-argument
make = TrainingArguments
e = make("out")  # want "TrainingArguments raises ValueError"
workers = 0
f = TrainingArguments("out", dataloader_num_workers=workers, dataloader_persistent_workers=workers > 0)  # want "dataloader_num_workers=0: TrainingArguments raises ValueError"
