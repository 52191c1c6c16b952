from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
args = TrainingArguments("out", max_steps=10, bf16=True, deepspeed="ds.json")
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
trainer.save_model("last")  # want "saves DeepSpeed shards instead of a model unless stage3_gather_16bit_weights_on_model_save"
