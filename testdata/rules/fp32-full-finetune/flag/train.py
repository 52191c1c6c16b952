import argparse

import torch
from accelerate import Accelerator
from diffusers import UNet2DConditionModel
from torch.utils.data import DataLoader


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pretrained_model_name_or_path", required=True)
    parser.add_argument("--train_batch_size", type=int, default=4)
    parser.add_argument("--resolution", type=int, default=1024)
    parser.add_argument("--mixed_precision", default=None, choices=["no", "fp16", "bf16"])
    args = parser.parse_args()
    accelerator = Accelerator(mixed_precision=args.mixed_precision)
    unet = UNet2DConditionModel.from_pretrained(args.pretrained_model_name_or_path, subfolder="unet")
    unet.enable_gradient_checkpointing()
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-5)
    loader = DataLoader(make_dataset(args.resolution), batch_size=args.train_batch_size)
    unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
    for batch in loader:
        loss = unet(batch).mean()
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()


if __name__ == "__main__":
    main()
