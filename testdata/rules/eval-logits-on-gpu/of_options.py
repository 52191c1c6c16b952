from transformers import AutoModelForCausalLM, Trainer, TrainingArguments


def accuracy(p):
    return {"accuracy": (p.predictions.argmax(-1) == p.label_ids).mean()}


def first(logits, labels):
    return logits.argmax(-1)


def options(data, evaluate, reduce=False):
    kw = {"train_dataset": data["train"]}
    if evaluate:
        kw["eval_dataset"] = data["test"]
        kw["compute_metrics"] = accuracy
    if reduce:
        kw["preprocess_logits_for_metrics"] = first
    return kw


def main(data):
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    args = TrainingArguments(output_dir="out", eval_strategy="steps", eval_steps=200)
    Trainer(model=model, args=args, **options(data, True)).train()  # want "compute_metrics makes the Trainer keep"
    Trainer(model=model, args=args, **options(data, True, reduce=True)).train()
    Trainer(model=model, args=args, **options(data, False)).train()


main({"train": [], "test": []})
