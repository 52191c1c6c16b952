from transformers import AutoModelForCausalLM, Trainer, TrainingArguments


def metrics(prediction):
    return {}


model = AutoModelForCausalLM.from_pretrained("gpt2")
options = {
    "args": TrainingArguments("out"),
    "compute_metrics": metrics,  # want "AutoModelForCausalLM's logits of the whole evaluation set"
}
trainer = Trainer(model, **options)
nobody = Trainer(args=TrainingArguments("out"), compute_metrics=metrics)
made_later = Trainer(model_init=lambda: model, args=TrainingArguments("out"), compute_metrics=metrics)
none = Trainer(model, TrainingArguments("out"), compute_metrics=None)
perhaps = Trainer(model, TrainingArguments("out"), compute_metrics=metrics if model.config.vocab_size else None)
reduced = Trainer(model, TrainingArguments("out"), compute_metrics=metrics, preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(-1))
