from transformers import EarlyStoppingCallback, Trainer, TrainingArguments


def fine(model, train, val, options, patience):
    stop = EarlyStoppingCallback(early_stopping_patience=3)
    best = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True)
    Trainer(model=model, args=best, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
    named = TrainingArguments("out", eval_strategy="epoch", metric_for_best_model="f1")
    Trainer(model=model, args=named, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
    plateau = TrainingArguments("out", eval_strategy="epoch", lr_scheduler_type="reduce_lr_on_plateau")
    Trainer(model=model, args=plateau, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
    unseen = TrainingArguments("out", **options)
    Trainer(model=model, args=unseen, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
    before = TrainingArguments("out", evaluation_strategy="steps", metric_for_best_model="loss")  # trainlint: ignore[hf-renamed-argument]
    Trainer(model=model, args=before, train_dataset=train, eval_dataset=val, callbacks=[stop]).train()
    plain = TrainingArguments("out")
    trainer = Trainer(model=model, args=plain, train_dataset=train, eval_dataset=val)
    if patience:
        trainer.add_callback(stop)
    trainer.train()
    none = Trainer(model=model, args=plain, train_dataset=train, callbacks=[stop] if patience else None)
    none.train()


def handed(model, args: TrainingArguments, train, val, when, schedule):
    Trainer(model=model, args=args, train_dataset=train, callbacks=[EarlyStoppingCallback(3)]).train()
    later = TrainingArguments("out", eval_strategy=when, metric_for_best_model="loss")
    Trainer(model=model, args=later, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()
    chosen = TrainingArguments("out", eval_strategy="epoch", lr_scheduler_type=schedule)
    Trainer(model=model, args=chosen, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()


def of_setfit(model, train, val):
    import setfit

    args = setfit.TrainingArguments(eval_strategy="steps", num_epochs=1)
    setfit.Trainer(model=model, args=args, train_dataset=train, eval_dataset=val, callbacks=[EarlyStoppingCallback(3)]).train()
