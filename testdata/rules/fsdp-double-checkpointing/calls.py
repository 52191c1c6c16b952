from transformers import TrainingArguments
from trl import SFTConfig

TrainingArguments(
    "out",
    gradient_checkpointing=True,
    fsdp="full_shard auto_wrap",
    fsdp_config={"activation_checkpointing": True},  # want "Trainer raises ValueError"
)
SFTConfig(
    "out",
    fsdp="full_shard",
    fsdp_config={"activation_checkpointing": True},  # want "true by default in TRL"
)
TrainingArguments("out", fsdp="full_shard", fsdp_config={"activation_checkpointing": True})
SFTConfig("out", fsdp="full_shard", gradient_checkpointing=False, fsdp_config={"activation_checkpointing": True})
TrainingArguments("out", gradient_checkpointing=args.checkpoint, fsdp="full_shard", fsdp_config={"activation_checkpointing": True})
TrainingArguments("out", gradient_checkpointing=True)
