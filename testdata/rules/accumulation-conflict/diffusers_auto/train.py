import torch
from accelerate import Accelerator
from diffusers import UNet2DConditionModel

accelerator = Accelerator(gradient_accumulation_steps=4)
unet = UNet2DConditionModel.from_pretrained("a/b")
optimizer = torch.optim.AdamW(unet.parameters())
loader = torch.utils.data.DataLoader(data, batch_size=4)
unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
for batch in loader:
    with accelerator.accumulate(unet):
        accelerator.backward(unet(batch).sample.mean())
        optimizer.step()
        optimizer.zero_grad()
