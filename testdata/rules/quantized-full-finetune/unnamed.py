import sys

from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained(  # want error "^the model is loaded with int8 weights and trained without adapters"
    choose(),
    quantization_config=BitsAndBytesConfig(load_in_8bit=True),
)
trainer = Trainer(model=model, args=TrainingArguments("out", max_steps=3, bf16=True), train_dataset=data)
trainer.train()
