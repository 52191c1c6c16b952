from torch.utils.data import Dataset


class Summaries(Dataset):
    def __init__(self, pairs, tokenizer):
        self.pairs, self.tokenizer = pairs, tokenizer

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, index):
        document, summary = self.pairs[index]
        source = self.tokenizer(document, max_length=512, padding="max_length", truncation=True, return_tensors="pt")
        target = self.tokenizer(summary, max_length=128, padding="max_length", truncation=True, return_tensors="pt")
        labels = target["input_ids"].squeeze(0)
        return {
            "input_ids": source["input_ids"].squeeze(0),
            "attention_mask": source["attention_mask"].squeeze(0),
            "labels": labels,  # want "the labels keep the padding"
        }
