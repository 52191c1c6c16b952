from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

from metrics import METRICS


def train(data, held_out):
    model = AutoModelForCausalLM.from_pretrained("HuggingFaceTB/SmolLM2-135M")
    args = TrainingArguments("out", eval_strategy="epoch", bf16=True)
    Trainer(model, args, train_dataset=data, eval_dataset=held_out, **METRICS["small"]).train()
    Trainer(model, args, train_dataset=data, eval_dataset=held_out, **METRICS["lm"]).train()  # want "logits of the whole evaluation set"
