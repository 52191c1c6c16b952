import argparse

from transformers import TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--max_steps", type=int, default=60)
args = parser.parse_args()
a = TrainingArguments("out", num_train_epochs=3)
b = TrainingArguments("out", num_train_epochs=3, max_steps=-1)
c = TrainingArguments("out", num_train_epochs=3, max_steps=args.max_steps)
d = TrainingArguments("out", max_steps=60)
e = TrainingArguments("out", num_train_epochs=3, max_steps=0)
