from collections import defaultdict

import torch
from accelerate import Accelerator

accelerator = Accelerator(gradient_accumulation_steps=4)


def fit(model, optimizer, loader, log):
    info = defaultdict(list)
    for x, y in loader:
        with accelerator.accumulate(model):
            loss = torch.nn.functional.mse_loss(model(x), y)
            info["loss"].append(loss)
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        if accelerator.sync_gradients:
            info = {k: torch.mean(torch.stack(v)) for k, v in info.items()}
            log(info)
            info = defaultdict(list)
