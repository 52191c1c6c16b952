from datasets import load_dataset
from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments


def main():
    (args,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()
    model = AutoModelForCausalLM.from_pretrained("gpt2")
    Trainer(model=model, args=args, train_dataset=load_dataset("json", data_files="d.json")["train"]).train()


if __name__ == "__main__":
    main()
