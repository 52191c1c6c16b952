from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # want "it needs at least 126 GiB a GPU, and more with every sample, which H200 with 140 GiB usable holds; mixed precision" # also default-dtype-fp32
args = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=1,
    gradient_checkpointing=True,
)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
