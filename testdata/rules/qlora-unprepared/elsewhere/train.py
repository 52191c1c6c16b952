from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

base = AutoModelForCausalLM.from_pretrained("openai-community/gpt2", quantization_config=BitsAndBytesConfig(load_in_8bit=True))
other = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
model = get_peft_model(base, LoraConfig())  # want "base is loaded with int8 weights and gets adapters without prepare_model_for_kbit_training"
adapted = get_peft_model(other, LoraConfig())
print(any(p.requires_grad for p in model.parameters()))
Trainer(model=model, args=TrainingArguments("out"), train_dataset=data).train()
