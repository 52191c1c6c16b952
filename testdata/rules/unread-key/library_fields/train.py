from dataclasses import dataclass

import yaml
from transformers import Trainer, TrainingArguments


@dataclass
class Options(TrainingArguments):
    my_flag: bool = False


with open("config.yaml") as f:
    cfg = yaml.safe_load(f)
print(cfg["seed"], cfg["output_dir"], cfg["learning_rate"])
options = Options(**cfg)
Trainer(model=build(options.my_flag), args=options).train()
