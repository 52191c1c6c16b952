import deepspeed
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("gpt2")
args = TrainingArguments("out", max_steps=10, bf16=True, deepspeed="ds_off.json")
trainer = Trainer(model=model, args=args, train_dataset=data)
trainer.train()
with deepspeed.zero.GatheredParameters(model.parameters()):
    trainer.save_model("last")
