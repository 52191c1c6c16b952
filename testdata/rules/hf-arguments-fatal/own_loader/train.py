import yaml
from transformers import Trainer, TrainingArguments


def main(path, model, train_set, held_out):
    with open(path) as file:
        settings = yaml.safe_load(file)
    arguments = TrainingArguments(
        output_dir=settings["output_dir"],
        eval_strategy="steps" if held_out else "no",
        load_best_model_at_end=bool(held_out),
    )
    Trainer(model=model, args=arguments, train_dataset=train_set, eval_dataset=held_out).train()
