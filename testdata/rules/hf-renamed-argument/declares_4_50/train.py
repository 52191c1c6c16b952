from transformers import TrainingArguments

args = TrainingArguments("out", no_cuda=True)  # want "no_cuda= is deprecated, and gone in transformers 5.0: it is use_cpu now"
