import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2", torch_dtype=torch.bfloat16)
model = get_peft_model(model, LoraConfig())
args = TrainingArguments(output_dir="out", fp16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
