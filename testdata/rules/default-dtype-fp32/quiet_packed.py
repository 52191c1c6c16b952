import torch
from peft import LoraConfig, get_peft_model, prepare_model_for_kbit_training
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("TheBloke/Mistral-7B-Instruct-v0.2-GPTQ", device_map="auto")
model = prepare_model_for_kbit_training(model)
model = get_peft_model(model, LoraConfig(r=8, target_modules=["q_proj"], task_type="CAUSAL_LM"))
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
