from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

# transformers learns of ZeRO-3 when the arguments are made: from_pretrained does not know yet
model = AutoModelForCausalLM.from_pretrained("gpt2", device_map={"": 0})
args = TrainingArguments("out", max_steps=10, deepspeed="ds.json")
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
