import torch
from data import Summaries
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, T5ForConditionalGeneration


def main(pairs):
    tokenizer = AutoTokenizer.from_pretrained("t5-small")
    model = T5ForConditionalGeneration.from_pretrained("t5-small").cuda()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    loader = DataLoader(Summaries(pairs, tokenizer), 8, shuffle=True, num_workers=2, pin_memory=True)
    model.train()
    for batch in loader:
        batch = {name: value.cuda(non_blocking=True) for name, value in batch.items()}
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
