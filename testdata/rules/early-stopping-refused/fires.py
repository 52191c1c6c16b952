from transformers import AutoModelForSequenceClassification, EarlyStoppingCallback, Trainer, TrainingArguments


def without_figure(train, val):
    args = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", num_train_epochs=20)
    trainer = Trainer(
        model=AutoModelForSequenceClassification.from_pretrained("bert-base-uncased"),
        args=args,
        train_dataset=train,
        eval_dataset=val,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],  # want "raises AssertionError when the training begins: metric_for_best_model is not set"
    )
    trainer.train()


def switched_off(model, train, val):
    trainer = Trainer(model, TrainingArguments("out", eval_strategy="steps", load_best_model_at_end=False), train_dataset=train, eval_dataset=val)
    trainer.add_callback(EarlyStoppingCallback(2))  # want "metric_for_best_model is not set"
    trainer.train()


def never_evaluated(model, train, val):
    stop = EarlyStoppingCallback(2)  # want "nothing is evaluated while it runs"
    args = TrainingArguments("out", metric_for_best_model="eval_loss", save_strategy="epoch")
    Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
