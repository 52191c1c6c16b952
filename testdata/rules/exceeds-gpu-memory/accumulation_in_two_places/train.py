from transformers import AutoModelForCausalLM, HfArgumentParser
from trl import SFTConfig, SFTTrainer, ModelConfig

parser = HfArgumentParser((SFTConfig, ModelConfig))
args, m = parser.parse_args_into_dataclasses()
model = AutoModelForCausalLM.from_pretrained(m.model_name_or_path)
trainer = SFTTrainer(model=model, args=args, train_dataset=data)
trainer.train()
