from transformers import AutoModelForSeq2SeqLM, T5ForConditionalGeneration, Trainer, TrainingArguments

config = AutoModelForSeq2SeqLM.from_pretrained("google/t5-v1_1-small").config
config.vocab_size = 32000
model = T5ForConditionalGeneration(config)  # its weights are new: none of them was trained in bf16
trainer = Trainer(model=model, args=TrainingArguments("out", fp16=True))
trainer.train()
