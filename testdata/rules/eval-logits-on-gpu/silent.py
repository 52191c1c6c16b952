from transformers import (
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoModelForSequenceClassification,
    HfArgumentParser,
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    Trainer,
    TrainingArguments,
)


def metrics(prediction):
    return {}


classifier = AutoModelForSequenceClassification.from_pretrained("bert-base-uncased")
Trainer(model=classifier, args=TrainingArguments("out"), compute_metrics=metrics)

model = AutoModelForCausalLM.from_pretrained("gpt2")
Trainer(model=model, args=TrainingArguments("out"))
Trainer(model=model, args=TrainingArguments("out"), compute_metrics=None)
Trainer(
    model=model,
    args=TrainingArguments("out"),
    compute_metrics=metrics,
    preprocess_logits_for_metrics=lambda logits, labels: logits.argmax(-1),
)
Trainer(model=model, args=TrainingArguments("out", eval_accumulation_steps=4), compute_metrics=metrics)
Trainer(model=model, args=TrainingArguments("out", batch_eval_metrics=True), compute_metrics=metrics)
Trainer(model=model, args=TrainingArguments("out", prediction_loss_only=True), compute_metrics=metrics)

seq2seq = AutoModelForSeq2SeqLM.from_pretrained("t5-small")
Seq2SeqTrainer(seq2seq, Seq2SeqTrainingArguments("out", predict_with_generate=True), compute_metrics=metrics)


def unknown(make_model, options):
    (parsed,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()
    Trainer(model=model, args=parsed, compute_metrics=metrics)
    Trainer(model=make_model(), args=TrainingArguments("out"), compute_metrics=metrics)
    Trainer(model=model, args=TrainingArguments(**options), compute_metrics=metrics)
    Trainer(model=model, args=TrainingArguments("out"), compute_metrics=metrics, **options)
