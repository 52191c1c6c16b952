import pytorch_lightning as pl
import torch
from peft import LoraConfig
from torch.utils.data import DataLoader
from transformers import Seq2SeqTrainingArguments, Trainer, TrainingArguments
from trl import SFTConfig, SFTTrainer


def arguments():
    return TrainingArguments(
        output_dir="out",
        per_device_batch_size=8,  # want "TrainingArguments takes no per_device_batch_size= in any release of transformers"
        learning_rate=1e-4,  # want "did you mean learning_rate="
        num_train_epochs=3,
    )


def others(model, data):
    Seq2SeqTrainingArguments("out", predict_with_generate=True)  # want "did you mean predict_with_generate="
    SFTConfig(output_dir="out", max_sequence_length=512)  # want "SFTConfig takes no max_sequence_length="
    LoraConfig(r=8, lora_alpha=16)  # want "did you mean lora_alpha="
    DataLoader(data, batch_size=4, num_workers=2)  # want "did you mean num_workers="
    torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.1)  # want "did you mean weight_decay="
    pl.Trainer(max_epochs=3)  # want "did you mean max_epochs="
    return Trainer(model=model, train_data=data)  # want "Trainer takes no train_data="


def another_word(model, data, config):
    return SFTTrainer(model=model, train_dataset=data, sft_config=config)  # want "SFTTrainer takes no sft_config= in any release of trl"


def trains_whatever_comes(model, data):
    try:
        args = TrainingArguments(output_dir="out", num_epochs=3)  # want "TrainingArguments takes no num_epochs="
        print("arguments made")
        Trainer(model=model, args=args, train_dataset=data).train()
    except Exception as error:
        print(f"training failed: {error}")
