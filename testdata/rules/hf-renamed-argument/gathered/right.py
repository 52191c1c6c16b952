import inspect

from transformers import Trainer, TrainingArguments


# Which of the two names it is, is asked of the class.
def asked(model, data, held_out):
    chosen = {"output_dir": "runs"}
    if "eval_strategy" in inspect.signature(TrainingArguments.__init__).parameters:
        chosen["eval_strategy"] = "epoch"
    else:
        chosen["evaluation_strategy"] = "epoch"
    Trainer(model, TrainingArguments(**chosen), train_dataset=data, eval_dataset=held_out).train()


def renamed(model, data, held_out):
    chosen = {"output_dir": "runs", "evaluation_strategy": "epoch"}
    chosen["eval_strategy"] = chosen.pop("evaluation_strategy")
    Trainer(model, TrainingArguments(**chosen), train_dataset=data, eval_dataset=held_out).train()


def filtered(model, data, held_out):
    chosen = {"output_dir": "runs", "evaluation_strategy": "epoch"}
    known = inspect.signature(TrainingArguments.__init__).parameters
    chosen = {k: v for k, v in chosen.items() if k in known}
    Trainer(model, TrainingArguments(**chosen), train_dataset=data, eval_dataset=held_out).train()


def tried(model, data, held_out):
    chosen = {"output_dir": "runs", "evaluation_strategy": "epoch"}
    try:
        args = TrainingArguments(**chosen)
    except TypeError:
        chosen["eval_strategy"] = chosen.pop("evaluation_strategy")
        args = TrainingArguments(**chosen)
    Trainer(model, args, train_dataset=data, eval_dataset=held_out).train()


def on_some_ways(model, data, held_out, old):
    chosen = {"output_dir": "runs", "evaluation_strategy": "epoch"}
    if not old:
        chosen["eval_strategy"] = chosen["evaluation_strategy"]
        del chosen["evaluation_strategy"]
    Trainer(model, TrainingArguments(**chosen), train_dataset=data, eval_dataset=held_out).train()
