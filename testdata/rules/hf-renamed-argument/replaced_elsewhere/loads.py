from trl import SFTTrainer

from quick import model, tokenizer

SFTTrainer(model=model, tokenizer=tokenizer, train_dataset=[]).train()
