from transformers import Trainer, TrainingArguments

from options import options


def train(model, data, held_out):
    args = TrainingArguments(**options(True, seed=3))  # want "evaluation_strategy= was removed"
    Trainer(model, args, train_dataset=data, eval_dataset=held_out).train()


def by_a_default(model, data, held_out):
    chosen = {"output_dir": "runs"}
    chosen.setdefault("evaluation_strategy", "epoch")
    args = TrainingArguments(**chosen)  # want "evaluation_strategy= was removed"
    Trainer(model, args, train_dataset=data, eval_dataset=held_out).train()
