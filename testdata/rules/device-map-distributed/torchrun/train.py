from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2", device_map="auto")  # want "device_map=.auto. spreads the model over all GPUs in each of 4 processes"
teacher = AutoModelForCausalLM.from_pretrained("gpt2-xl", device_map="auto")  # frozen, evaluated
teacher.requires_grad_(False)
trainer = Trainer(model=model, args=TrainingArguments("out", max_steps=10), train_dataset=data)
trainer.train()
