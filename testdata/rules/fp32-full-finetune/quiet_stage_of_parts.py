from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

model = AutoModelForCausalLM.from_pretrained("meta-llama/Llama-2-7b-hf")  # also default-dtype-fp32
for p in model.model.parameters():
    p.requires_grad = False
args = TrainingArguments(output_dir="head", per_device_train_batch_size=8)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()

for layer in model.model.layers[-4:]:
    for p in layer.parameters():
        p.requires_grad = True
args = TrainingArguments(output_dir="all", per_device_train_batch_size=1)
trainer = Trainer(model=model, args=args, train_dataset=dataset)
trainer.train()
