import re

import yaml
from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments

yaml.SafeLoader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?\d+(\.\d*)?([eE][-+]?\d+)$"), list("-+0123456789."))
(args,) = HfArgumentParser(TrainingArguments).parse_yaml_file("train.yaml")
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows).train()
