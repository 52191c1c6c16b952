# TRL's configs turn bf16 on by themselves.
from trl import SFTConfig, SFTTrainer

trainer = SFTTrainer(model="Qwen/Qwen2.5-7B", args=SFTConfig(output_dir="out"), train_dataset=dataset)
trainer.train()
