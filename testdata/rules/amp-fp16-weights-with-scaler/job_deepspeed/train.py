import argparse

import torch
import yaml
from accelerate import Accelerator
from diffusers import UNet2DConditionModel

parser = argparse.ArgumentParser()
parser.add_argument("--config")
args = parser.parse_args()
with open(args.config) as f:
    config = yaml.safe_load(f)
accelerator = Accelerator()
dtype = torch.float16 if config["precision"] == "fp16" else torch.float32
unet = UNet2DConditionModel.from_pretrained(config["model"], subfolder="unet", torch_dtype=dtype)
optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-5)
unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
for batch in loader:
    loss = unet(batch).sample.mean()
    accelerator.backward(loss)
    optimizer.step()
    optimizer.zero_grad()
