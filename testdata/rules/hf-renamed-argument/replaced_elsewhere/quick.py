from unsloth import FastLanguageModel

from shared import fit

model, tokenizer = FastLanguageModel.from_pretrained("unsloth/llama-3-8b-bnb-4bit", max_seq_length=2048)
fit(model, tokenizer, [])
