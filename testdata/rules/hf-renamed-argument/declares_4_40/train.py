from transformers import AutoModel, Trainer, TrainingArguments

args = TrainingArguments("out", evaluation_strategy="steps", per_device_train_batch_size=8)
trainer = Trainer(args=args, tokenizer=None)
model = AutoModel.from_pretrained("gpt2", torch_dtype="auto")
