from transformers import TrainingArguments

args = TrainingArguments(
    "out",
    warmup_ratio=0.1,  # want "was removed in transformers 5.15: use warmup_steps"
    logging_dir="logs",  # want "TENSORBOARD_LOGGING_DIR"
    group_by_length=True,  # want "was removed in transformers 5.2: use train_sampling_strategy"
    save_safetensors=True,  # want "was removed in transformers 5.0"
    split_batches=True,  # want "was removed in transformers 4.51: put it into accelerator_config"
)
now = TrainingArguments("out", warmup_steps=0.1, train_sampling_strategy="group_by_length", accelerator_config={"split_batches": True})
