import yaml
from transformers import TrainingArguments

with open("config.yaml") as f:
    config = yaml.safe_load(f)
args = TrainingArguments(**config["trainer"])
print(config["data"]["path"], args)
