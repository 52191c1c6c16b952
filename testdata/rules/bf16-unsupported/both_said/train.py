from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
args = TrainingArguments(output_dir="out", bf16=True, fp16=False)  # want "mixed precision bf16"
Trainer(model=model, args=args, train_dataset=dataset).train()
