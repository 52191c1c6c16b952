from transformers import HfArgumentParser, Trainer, TrainingArguments


def main(model, data):
    (args,) = HfArgumentParser(TrainingArguments).parse_json_file("training_args.json")
    Trainer(model, args, train_dataset=data).train()
