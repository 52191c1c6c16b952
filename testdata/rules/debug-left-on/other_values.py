import os

import torch

os.environ["CUDA_LAUNCH_BLOCKING"] = "0"
os.environ["CUDA_LAUNCH_BLOCKING"] = str(2)
os.environ["CUDA_LAUNCH_BLOCKING"] = str(1, 2)
os.environ["CUDA_LAUNCH_BLOCKING"] = repr(1)
os.environ["CUDA_LAUNCH_BLOCKING"] = choose()

for batch in loader:
    optimizer.zero_grad()
    model(batch).mean().backward()
    optimizer.step()
