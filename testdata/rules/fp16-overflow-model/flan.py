from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, Seq2SeqTrainingArguments

NAME = "google/flan-t5-large"
tokenizer = AutoTokenizer.from_pretrained("google/flan-t5-large")
model = AutoModelForSeq2SeqLM.from_pretrained(NAME)
args = Seq2SeqTrainingArguments("out", fp16=True)  # want "google/flan-t5-large was trained in bf16"
