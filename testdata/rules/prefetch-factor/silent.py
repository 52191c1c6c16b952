from torch.utils.data import DataLoader
from transformers import TrainingArguments


def loaders(dataset, sampler, options):
    a = DataLoader(dataset, num_workers=4, prefetch_factor=2)
    b = DataLoader(dataset, num_workers=0)
    c = DataLoader(dataset)
    d = DataLoader(dataset, num_workers=4, batch_sampler=sampler)
    e = DataLoader(dataset, num_workers=4, **options)
    f = TrainingArguments("out", dataloader_num_workers=4)
    return a, b, c, d, e, f
