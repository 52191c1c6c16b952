import torch

scaler = torch.amp.GradScaler("cuda")  # want "deprecated"
