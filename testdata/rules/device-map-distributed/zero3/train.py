import os

from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

args = TrainingArguments("out", max_steps=10, deepspeed="ds.json")
model = AutoModelForCausalLM.from_pretrained("gpt2", device_map={"": 0})  # want "cannot be combined with ZeRO-3"
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
