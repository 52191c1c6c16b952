import argparse

import torch
from accelerate import Accelerator
from diffusers import UNet2DConditionModel

parser = argparse.ArgumentParser()
parser.add_argument("--gradient_accumulation_steps", type=int, default=1)
args = parser.parse_args()
accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)  # nobody asked for 1
unet = UNet2DConditionModel.from_pretrained("a/b")
optimizer = torch.optim.AdamW(unet.parameters())
loader = torch.utils.data.DataLoader(data, batch_size=4)
unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
for batch in loader:
    with accelerator.accumulate(unet):
        accelerator.backward(unet(batch).sample.mean())
        optimizer.step()
        optimizer.zero_grad()
