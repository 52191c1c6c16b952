from transformers import Seq2SeqTrainingArguments, TrainingArguments
from trl import SFTConfig

a = TrainingArguments("out", num_train_epochs=3, max_steps=60)  # want "num_train_epochs says nothing beside max_steps: training ends after 60 steps"
b = Seq2SeqTrainingArguments(output_dir="out", max_steps=100, num_train_epochs=1)  # want "ends after 100 steps"
c = SFTConfig(output_dir="out", max_steps=100, num_train_epochs=2.5)  # want "ends after 100 steps"
