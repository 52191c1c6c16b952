from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
model = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased", num_labels=2)
data = load_dataset("imdb").map(lambda row: tokenizer(row["text"], truncation=True, max_length=256), batched=True)
common = {"eval_strategy": "epoch", "save_strategy": "epoch"}


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())}


def both(p):
    figures = accuracy(p)
    figures["f1"] = 1.0
    return figures


missing = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="f1", **common)  # want "metric_for_best_model is .f1., and compute_metrics gives accuracy: the first evaluation raises KeyError"
Trainer(model, args=missing, train_dataset=data["train"], eval_dataset=data["test"], compute_metrics=accuracy).train()

none = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="accuracy", **common)  # want "the trainer has no compute_metrics"
Trainer(model, none, train_dataset=data["train"], eval_dataset=data["test"]).train()

there = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="eval_accuracy", **common)
Trainer(model, there, train_dataset=data["train"], eval_dataset=data["test"], compute_metrics=accuracy).train()

loss = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="eval_loss", **common)
Trainer(model, loss, train_dataset=data["train"], eval_dataset=data["test"], compute_metrics=accuracy).train()

unseen = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="f1", **common)
Trainer(model, unseen, train_dataset=data["train"], eval_dataset=data["test"], compute_metrics=both).train()

several = TrainingArguments("out", load_best_model_at_end=True, metric_for_best_model="one_accuracy", **common)
Trainer(model, several, train_dataset=data["train"], eval_dataset={"one": data["test"]}, compute_metrics=accuracy).train()
