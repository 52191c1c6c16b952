from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
args = TrainingArguments("out", bf16=True, per_device_train_batch_size=4, gradient_accumulation_steps=2, deepspeed="ds.json")
Trainer(model=model, args=args, train_dataset=data).train()
