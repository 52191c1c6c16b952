from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # want "in stage 2 of 2 \(.*stages.py:14\) all 6.74 B parameters of meta-llama/Llama-2-7b-hf train in fp32" # also default-dtype-fp32
for p in model.model.parameters():
    p.requires_grad = False
args = TrainingArguments(output_dir="head", per_device_train_batch_size=8)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()

for p in model.parameters():
    p.requires_grad = True
args = TrainingArguments(output_dir="all", per_device_train_batch_size=1)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
