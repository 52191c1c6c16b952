from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments

(args,) = HfArgumentParser(TrainingArguments).parse_yaml_file("train.yaml")
args = TrainingArguments("out", learning_rate=float(str(args.learning_rate)))
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows).train()
