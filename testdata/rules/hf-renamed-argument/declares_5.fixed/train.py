from transformers import AutoModel, TrainingArguments

args = TrainingArguments("out", eval_strategy="steps")  # want "was removed in transformers 4.51"
model = AutoModel.from_pretrained("gpt2", dtype="auto")  # want "it is dtype now"
