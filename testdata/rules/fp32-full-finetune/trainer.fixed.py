from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # want "all 6.74 B parameters of meta-llama/Llama-2-7b-hf train in fp32" # also default-dtype-fp32
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    gradient_checkpointing=True,
    bf16=True,
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
