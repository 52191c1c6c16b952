"""Full fine-tune of the SDXL UNet."""
import argparse

import torch
import torch.nn.functional as F
import yaml
from accelerate import Accelerator
from diffusers import AutoencoderKL, DDPMScheduler, UNet2DConditionModel
from torch.utils.data import DataLoader

from portraits import PortraitDataset


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=True)
    args = parser.parse_args()
    with open(args.config) as f:
        config = yaml.safe_load(f)

    accelerator = Accelerator(gradient_accumulation_steps=config["train"]["gradient_accumulation_steps"])
    weight_dtype = torch.float16 if config["hardware"]["mixed_precision"] == "fp16" else torch.float32

    name = config["model"]["pretrained_model_name_or_path"]
    vae = AutoencoderKL.from_pretrained(name, subfolder="vae")
    unet = UNet2DConditionModel.from_pretrained(name, subfolder="unet", torch_dtype=weight_dtype)
    noise_scheduler = DDPMScheduler.from_pretrained(name, subfolder="scheduler")
    vae.requires_grad_(False)
    if config["train"]["gradient_checkpointing"]:
        unet.enable_gradient_checkpointing()

    dataset = PortraitDataset(config["data"]["folder"], config["data"]["resolution"])
    loader = DataLoader(
        dataset,
        batch_size=config["train"]["batch_size"],
        shuffle=True,
        num_workers=8,  # one per core
    )
    optimizer = torch.optim.AdamW(unet.parameters(), lr=config["train"]["learning_rate"])
    unet, optimizer, loader = accelerator.prepare(unet, optimizer, loader)
    vae.to(accelerator.device)

    global_step = 0
    for epoch in range(config["train"]["epochs"]):
        for batch in loader:
            with accelerator.accumulate(unet):
                with torch.no_grad():
                    latents = vae.encode(batch["pixels"]).latent_dist.sample() * vae.config.scaling_factor
                noise = torch.randn_like(latents)
                steps = torch.randint(0, noise_scheduler.config.num_train_timesteps, (latents.shape[0],), device=latents.device)
                noisy = noise_scheduler.add_noise(latents, noise, steps)
                predicted = unet(noisy, steps, batch["prompt_embeds"], added_cond_kwargs=batch["added"]).sample
                loss = F.mse_loss(predicted.float(), noise.float())
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(unet.parameters(), 1.0)
                optimizer.step()
                optimizer.zero_grad()
            if accelerator.sync_gradients:
                global_step += 1
                accelerator.log({"loss": loss.item()}, step=global_step)


if __name__ == "__main__":
    main()
