from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2", use_cache=False)  # want "use_cache is true"
reference = AutoModelForCausalLM.from_pretrained("gpt2", use_cache=False)
args = TrainingArguments("out", gradient_checkpointing=True)
trainer = Trainer(model=model, args=args)
trainer.train()
model.config.use_cache = True  # to generate
