from trl import SFTConfig, SFTTrainer, ModelConfig, TrlParser
from datasets import load_dataset
if __name__ == "__main__":
    args, model = TrlParser((SFTConfig, ModelConfig)).parse_args_and_config()
    t = SFTTrainer(model=model.model_name_or_path, args=args, train_dataset=load_dataset("trl-lib/Capybara", split="train"))
    t.train()
