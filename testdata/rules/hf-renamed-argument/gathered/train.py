from transformers import Trainer, TrainingArguments

from options import options


def train(model, data):
    args = TrainingArguments(**options(True, seed=3))  # want "evaluation_strategy= was removed"
    Trainer(model, args, train_dataset=data).train()


def by_a_default(model, data):
    chosen = {"output_dir": "runs"}
    chosen.setdefault("evaluation_strategy", "epoch")
    args = TrainingArguments(**chosen)  # want "evaluation_strategy= was removed"
    Trainer(model, args, train_dataset=data).train()
