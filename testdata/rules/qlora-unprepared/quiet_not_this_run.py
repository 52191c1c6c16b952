from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, Trainer, TrainingArguments

ADAPTERS = "kept"

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf", quantization_config=BitsAndBytesConfig(load_in_4bit=True))
model.load_adapter("out/adapter", is_trainable=True)
if ADAPTERS == "new":
    model = get_peft_model(model, LoraConfig(r=16))
args = TrainingArguments(output_dir="out", bf16=True)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
