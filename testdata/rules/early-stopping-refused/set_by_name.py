from transformers import EarlyStoppingCallback, Trainer, TrainingArguments


def later(model, train, val, options):
    args = TrainingArguments("out", eval_strategy="epoch")
    setattr(args, "metric_for_best_model", "loss")
    Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()
