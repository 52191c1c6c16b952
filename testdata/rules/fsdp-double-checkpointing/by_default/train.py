from trl import SFTConfig, SFTTrainer

trainer = SFTTrainer("Qwen/Qwen2.5-7B", args=SFTConfig("out", max_steps=10), train_dataset=data)
trainer.train()
