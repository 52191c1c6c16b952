# A class of the project has the constructor of the library's class that it inherits from, where it has none of its own.
import argparse

from trainers import MixedTrainer, OwnTrainer, ScoredTrainer, WeighedTrainer
from transformers import TrainingArguments


def main(model, args, data):
    trainer = ScoredTrainer(model=model, args=args, train_dataset=data, callbacks=[])  # want "Trainer takes no callbackes= in any release"
    trainer.train()
    WeighedTrainer(model=model, args=args, train_data=data).train()  # want "Trainer takes no train_data="
    WeighedTrainer(model=model, args=args, train_dataset=data).train()
    OwnTrainer([0.1, 0.9], model=model, args=args, wieghts=1).train()
    MixedTrainer(model=model, args=args, level=3).train()


parser = argparse.ArgumentParser()
parser.add_argument("--data", default="train.json")
main(MODEL, TrainingArguments("out"), parser.parse_args().data)
