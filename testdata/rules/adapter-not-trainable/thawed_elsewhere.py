from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
from peft import PeftModel
from utils import make_lora_trainable
from data import data

base = AutoModelForCausalLM.from_pretrained("gpt2")
model = PeftModel.from_pretrained(base, "adapter")
make_lora_trainable(model)
trainer = Trainer(model=model, args=TrainingArguments("out"), train_dataset=data)
trainer.train()
