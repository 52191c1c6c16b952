from transformers import AutoModelForCausalLM, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2", use_cache=True)
args = TrainingArguments("out", gradient_checkpointing=False)
