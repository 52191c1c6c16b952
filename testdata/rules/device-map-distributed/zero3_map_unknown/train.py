from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

from maps import chosen

args = TrainingArguments("out", max_steps=10, deepspeed="ds.json")
model = AutoModelForCausalLM.from_pretrained("gpt2", device_map=chosen())  # it may be None
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
