from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

kwargs = {"low_cpu_mem_usage": True}
if fits():
    kwargs["quantization_config"] = BitsAndBytesConfig(load_in_4bit=True)
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", **kwargs)
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
