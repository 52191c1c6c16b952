try:
    from trl import SFTConfig, SFTTrainer
    NEW_TRL = True
except ImportError:
    from trl import DataCollatorForCompletionOnlyLM, SFTTrainer
    from transformers import TrainingArguments
    NEW_TRL = False

try:
    from peft import LoraConfig
    ADAPTERS = True
except ImportError:
    ADAPTERS = False


def train(model, tokenizer, data):
    if NEW_TRL:
        trainer = SFTTrainer(model=model, processing_class=tokenizer, args=SFTConfig(dataset_text_field="text"), train_dataset=data)
    else:
        trainer = SFTTrainer(
            model=model,
            tokenizer=tokenizer,
            args=TrainingArguments("out"),
            train_dataset=data,
            dataset_text_field="text",
            data_collator=DataCollatorForCompletionOnlyLM("[/INST]", tokenizer=tokenizer),
        )
    if ADAPTERS:  # says nothing of trl
        trainer = SFTTrainer(
            model=model,
            peft_config=LoraConfig(),
            train_dataset=data,
            dataset_text_field="text",  # want "dataset_text_field= was removed"
        )
    trainer.train()
