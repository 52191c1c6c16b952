from datasets import load_from_disk
from transformers import Trainer, TrainingArguments

from models import build

args = TrainingArguments("out", per_device_train_batch_size=2, bf16=True, max_steps=1000)
Trainer(build("meta-llama/Llama-2-7b-hf"), args, train_dataset=load_from_disk("tokens")).train()
