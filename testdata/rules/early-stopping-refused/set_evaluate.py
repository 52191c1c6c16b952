from transformers import EarlyStoppingCallback, Trainer, TrainingArguments


def later(model, train, val):
    args = TrainingArguments("out", metric_for_best_model="loss")
    args.set_evaluate(strategy="epoch")
    Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()
