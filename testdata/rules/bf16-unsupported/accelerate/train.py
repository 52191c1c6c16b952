import torch
from accelerate import Accelerator

accelerator = Accelerator()
model = build()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for batch in loader:
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
