from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

kwargs = {"low_cpu_mem_usage": True}
print(kwargs["low_cpu_mem_usage"])
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", torch_dtype="bfloat16", **kwargs)  # want "is loaded without a dtype"
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
