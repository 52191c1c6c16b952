# wholly silent: calls that only look like the library's
from dataclasses import dataclass

from fairseq.trainer import Trainer
from mylib import DataLoader, LoraConfig


@dataclass
class TrainingArguments:
    colour: str = "red"


args = TrainingArguments(colour="blue")
trainer = Trainer(args, gpus=2)
loader = DataLoader(range(3), buckets=2)
config = LoraConfig(experts=4)
