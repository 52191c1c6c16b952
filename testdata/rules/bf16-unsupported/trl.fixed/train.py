from trl import SFTConfig, SFTTrainer

trainer = SFTTrainer(model="Qwen/Qwen2.5-0.5B", args=SFTConfig(output_dir="out", fp16=True), train_dataset=dataset)  # want "TRL's default" # also exceeds-gpu-memory
trainer.train()
