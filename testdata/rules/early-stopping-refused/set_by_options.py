from transformers import EarlyStoppingCallback, Trainer, TrainingArguments


def later(model, train, val, options):
    args = TrainingArguments("out", eval_strategy="epoch")
    for name, value in options.items():
        setattr(args, name, value)
    Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()
