from trl import SFTConfig, SFTTrainer

args = SFTConfig(output_dir="out", deepspeed="ds.json")
trainer = SFTTrainer(model="Qwen/Qwen2.5-0.5B", args=args, train_dataset=dataset)
trainer.train()
