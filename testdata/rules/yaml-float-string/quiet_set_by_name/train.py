from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments

(args,) = HfArgumentParser(TrainingArguments).parse_yaml_file("train.yaml")
for name in ("learning_rate", "weight_decay"):
    setattr(args, name, float(getattr(args, name)))
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows).train()
