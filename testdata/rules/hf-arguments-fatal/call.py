from transformers import Seq2SeqTrainingArguments, TrainingArguments
from trl import SFTConfig

both = TrainingArguments("out", fp16=True, bf16=True)  # want "fp16 and bf16 are both true"
full_eval = TrainingArguments("out", fp16_full_eval=True, bf16_full_eval=True)  # want "fp16_full_eval"
default_save = TrainingArguments("out", load_best_model_at_end=True, eval_strategy="epoch")  # want `they are "epoch" and "steps"`
default_eval = Seq2SeqTrainingArguments("out", load_best_model_at_end=True)  # want `they are "no" and "steps"`
old_name = TrainingArguments(
    "out",
    evaluation_strategy="steps",  # also hf-renamed-argument
    save_strategy="steps",
    eval_steps=200,
    save_steps=500,  # want "save_steps .500. to be a multiple of eval_steps .200."
    load_best_model_at_end=True,
)
logging_decides = TrainingArguments(
    "out", eval_strategy="steps", logging_steps=300, load_best_model_at_end=True  # want "eval_steps .300."
)
plateau = TrainingArguments("out", lr_scheduler_type="reduce_lr_on_plateau")  # want "needs an eval_strategy"
sharded = SFTConfig(
    "out",
    eval_strategy="epoch",
    save_strategy="epoch",
    save_only_model=True,  # want "cannot be combined"
    load_best_model_at_end=True,
    fsdp="full_shard auto_wrap",
)
never_logs = TrainingArguments("out", logging_steps=0)  # want "logging_steps is 0"


def build(precision, more, every):
    # decided by the caller
    TrainingArguments("out", fp16=precision == "fp16", bf16=True)
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="epoch", **more)
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="steps", eval_steps=every)
    # matching, ratios, best
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="epoch", save_strategy="epoch")
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="steps", eval_steps=250, save_steps=500)
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="steps", eval_steps=0.1, save_steps=0.2)
    TrainingArguments("out", load_best_model_at_end=True, eval_strategy="steps", save_strategy="best")
    TrainingArguments("out", eval_strategy="epoch")
    TrainingArguments("out", fp16=True, bf16=False)
    TrainingArguments("out", lr_scheduler_type="reduce_lr_on_plateau", eval_strategy="epoch")
    TrainingArguments("out", logging_strategy="epoch", logging_steps=0)
