from transformers import AutoModelForCausalLM
from trl import SFTConfig, SFTTrainer

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-3.2-1B", dtype="bfloat16")
args = SFTConfig("out", per_device_train_batch_size=8, fp16=False, bf16=False, max_length=2048, use_liger_kernel=True)  # want "more than the 15.6 GiB of GeForce RTX 4080"
trainer = SFTTrainer(model=model, args=args, train_dataset=data)
trainer.train()
