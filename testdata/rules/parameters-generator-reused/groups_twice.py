import torch

model = torch.nn.Linear(2, 2)
params = model.parameters()
torch.nn.utils.clip_grad_norm_(params, 1.0)
optimizer = torch.optim.Adam([dict(params=params, lr=0.1)])  # want "has used up"
