from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

# the code of the hub's repository makes the model, and may choose a dtype itself
model = AutoModelForCausalLM.from_pretrained("Qwen/Qwen-7B", trust_remote_code=True)
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
