from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

# The adapters alone are trained, in fp32: what they stand beside may be bf16.
model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # want "is loaded without a dtype"
model = get_peft_model(model, LoraConfig(r=8, task_type="CAUSAL_LM"))
args = TrainingArguments(output_dir="out", bf16=True)
Trainer(model=model, args=args, train_dataset=dataset).train()
