from trl import SFTConfig, SFTTrainer

args = SFTConfig("out", max_steps=10, gradient_checkpointing=False)
trainer = SFTTrainer("Qwen/Qwen2.5-7B", args=args, train_dataset=data)
trainer.train()
