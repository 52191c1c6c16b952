from transformers import EarlyStoppingCallback, Trainer, TrainingArguments


def later(model, train, val):
    args = TrainingArguments("out", eval_strategy="epoch")
    args.seed = 3
    setattr(args, "run_name", "first")
    Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()  # want "metric_for_best_model is not set"
