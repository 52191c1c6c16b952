from transformers import AutoModelForCausalLM, AutoModelForSeq2SeqLM, Trainer, TrainingArguments
from trl import SFTConfig, SFTTrainer


def metrics(prediction):
    return {"perplexity": 1.0}


model = AutoModelForCausalLM.from_pretrained("gpt2")
args = TrainingArguments(output_dir="out", eval_strategy="epoch", eval_accumulation_steps=None)
trainer = Trainer(
    model=model,
    args=args,
    eval_dataset=[],
    compute_metrics=metrics,  # want "AutoModelForCausalLM's logits of the whole evaluation set"
)

sft = SFTTrainer("gpt2", args=SFTConfig(output_dir="out"), compute_metrics=metrics)  # want "the language model's logits"


def main():
    model = AutoModelForSeq2SeqLM.from_pretrained("t5-small").to("cuda")
    return Trainer(model, TrainingArguments("out"), compute_metrics=metrics)  # want "AutoModelForSeq2SeqLM"
