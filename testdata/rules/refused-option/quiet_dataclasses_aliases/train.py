from dataclasses import dataclass, field

from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments


@dataclass
class DataArguments:
    data_path: str = "data"
    max_length: int = field(default=512, metadata={"aliases": ["--length"]})


parser = HfArgumentParser((DataArguments, TrainingArguments))
data, args = parser.parse_args_into_dataclasses()
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows(data)).train()
