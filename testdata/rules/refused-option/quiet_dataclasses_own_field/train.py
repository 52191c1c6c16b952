from dataclasses import dataclass

from transformers import AutoModelForCausalLM, HfArgumentParser, Trainer, TrainingArguments

from options import option


@dataclass
class DataArguments:
    data_path: str = "data"
    max_length: int = option("--length", default=512)


parser = HfArgumentParser((DataArguments, TrainingArguments))
data, args = parser.parse_args_into_dataclasses()
model = AutoModelForCausalLM.from_pretrained("openai-community/gpt2")
Trainer(model=model, args=args, train_dataset=rows(data)).train()
