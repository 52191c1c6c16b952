from transformers import TrainingArguments

args = TrainingArguments("out", tree_reduce=True)
