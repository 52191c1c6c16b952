from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments

from config import common
from data import train_set, eval_set


def arguments(out, **overrides):
    options = common(out)
    options.update(overrides)
    return TrainingArguments(**options)  # want `they are "no" and "epoch"`


def fitting(out, **overrides):
    options = common(out)
    options.update(overrides)
    return TrainingArguments(**options)


def train(arguments):
    model = AutoModelForSequenceClassification.from_pretrained("roberta-base")
    Trainer(model=model, args=arguments, train_dataset=train_set, eval_dataset=eval_set).train()


if __name__ == "__main__":
    train(arguments("first", learning_rate=1e-5))
    train(fitting("second", eval_strategy="epoch"))
