from transformers import Seq2SeqTrainingArguments, TrainingArguments

worst = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="accuracy", greater_is_better=False)  # want "TrainingArguments takes smaller values for better .greater_is_better=False., and accuracy gets better as it gets larger: the checkpoint that it takes for the best is the worst one; pass greater_is_better=True"
losses = Seq2SeqTrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="eval_loss", greater_is_better=True)  # want "pass greater_is_better=False"
best = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="f1", greater_is_better=True)
by_name = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="wer")
unsure = TrainingArguments("out", eval_strategy="epoch", save_strategy="epoch", load_best_model_at_end=True, metric_for_best_model="score_of_all", greater_is_better=False)
