from dataclasses import dataclass

from transformers import TrainingArguments


@dataclass
class Options(TrainingArguments):
    def __post_init__(self):
        self.learning_rate = float(self.learning_rate)
        super().__post_init__()
