from unsloth import FastLanguageModel, is_bfloat16_supported
from transformers import Trainer, TrainingArguments
from trl import SFTTrainer


# Importing unsloth puts classes of its own in the place of those of trl, and they take the old names.
def main(model, tokenizer, dataset):
    trainer = SFTTrainer(
        model=model,
        tokenizer=tokenizer,
        train_dataset=dataset,
        dataset_text_field="text",
        max_seq_length=2048,
        args=TrainingArguments(output_dir="out", bf16=is_bfloat16_supported()),
    )
    trainer.train()


def other(model, tokenizer, dataset):
    Trainer(model=model, processing_class=tokenizer, train_dataset=dataset).train()  # want "tokenizer= was removed in transformers"
