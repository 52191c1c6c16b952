from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("a/b", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
other = get_peft_model()
adapted = get_peft_model(load_another(), LoraConfig(r=8))
Trainer(model=adapted, args=TrainingArguments("out", max_steps=3), train_dataset=data).train()
