from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")
model = get_peft_model(model, LoraConfig(r=8))
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
