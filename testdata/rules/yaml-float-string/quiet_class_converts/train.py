from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer

from options import Options

(args,) = HfArgumentParser(Options).parse_yaml_file("train.yaml")
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows).train()
