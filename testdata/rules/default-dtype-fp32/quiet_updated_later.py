from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

kwargs = {"low_cpu_mem_usage": True}
kwargs.update(quantisation())
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", **kwargs)
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
