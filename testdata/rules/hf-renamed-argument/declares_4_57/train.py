from transformers import TrainingArguments

args = TrainingArguments("out", warmup_ratio=0.1, logging_dir="logs", group_by_length=True, save_safetensors=True)
