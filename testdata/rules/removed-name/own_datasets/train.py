import torch
from datasets import Metric, load_metric

scores = [load_metric("dice"), Metric(), torch.zeros(1)]
