from trl import SFTTrainer


# Nothing runs this together with what imports unsloth.
def main(model, tokenizer, dataset):
    SFTTrainer(model=model, tokenizer=tokenizer, train_dataset=dataset).train()  # want "tokenizer= was removed in trl"
