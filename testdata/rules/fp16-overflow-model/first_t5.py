from transformers import T5ForConditionalGeneration, TrainingArguments

model = T5ForConditionalGeneration.from_pretrained("t5-base")
args = TrainingArguments("out", fp16=True)  # want "t5-base often overflows"
