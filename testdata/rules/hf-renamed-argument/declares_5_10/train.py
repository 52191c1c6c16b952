from transformers import TrainingArguments

args = TrainingArguments("out", warmup_ratio=0.1)  # want "is deprecated, and gone in transformers 5.15"
