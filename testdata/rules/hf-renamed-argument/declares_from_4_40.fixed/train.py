from transformers import AutoModel, TrainingArguments

args = TrainingArguments("out", eval_strategy="steps")  # want "was removed in transformers 4.51"
model = AutoModel.from_pretrained("gpt2", torch_dtype="auto")  # 4.40 knows no dtype, and the newest takes both
