from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # also default-dtype-fp32
args = TrainingArguments(output_dir="out", per_device_train_batch_size=1)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
