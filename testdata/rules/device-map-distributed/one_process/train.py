from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2", device_map="auto")
trainer = Trainer(model=model, args=TrainingArguments("out", max_steps=10), train_dataset=data)
trainer.train()
