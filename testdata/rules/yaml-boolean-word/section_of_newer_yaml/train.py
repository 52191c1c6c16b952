from ruamel.yaml import YAML
from transformers import TrainingArguments

with open("config.yaml") as f:
    config = YAML(typ="safe").load(f)
args = TrainingArguments(**config["trainer"])
print(config["data"]["path"], args)
