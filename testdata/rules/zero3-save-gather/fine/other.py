from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
model = get_peft_model(model, LoraConfig(r=8))
args = TrainingArguments("out", max_steps=10, bf16=True, deepspeed="ds_off.json")
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
trainer.save_model("last")
