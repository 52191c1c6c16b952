import numpy as np
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments
from data import load

def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, 1) == p.label_ids).mean())}

sets = {name: load(name) for name in ("en", "de")}
args = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True,
                         metric_for_best_model="eval_en_accuracy", greater_is_better=True)
trainer = Trainer(model=AutoModelForSequenceClassification.from_pretrained("bert-base-uncased"), args=args,
                  train_dataset=load("train"), eval_dataset=sets, compute_metrics=compute_metrics)
trainer.train()
