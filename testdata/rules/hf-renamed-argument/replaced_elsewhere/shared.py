from trl import SFTTrainer


def fit(model, tokenizer, dataset):
    SFTTrainer(model=model, tokenizer=tokenizer, train_dataset=dataset).train()
