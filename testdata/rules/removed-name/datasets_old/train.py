import torch
from datasets import load_metric

metric = load_metric("rouge"), torch.zeros(1)
