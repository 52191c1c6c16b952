from datasets import load_dataset

data = load_dataset("imdb")
train_set, eval_set = data["train"], data["test"]
