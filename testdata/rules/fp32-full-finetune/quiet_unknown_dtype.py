from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", torch_dtype=pick_dtype())
args = TrainingArguments(output_dir="out", per_device_train_batch_size=1)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
