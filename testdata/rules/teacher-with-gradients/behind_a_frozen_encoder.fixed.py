import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL, ControlNetModel, DDPMScheduler, UNet2DConditionModel


def train(loader, freeze_control):
    """The latents come of a frozen autoencoder; the ControlNet behind it is neither frozen nor trained."""
    scheduler = DDPMScheduler.from_pretrained("model", subfolder="scheduler")
    vae = AutoencoderKL.from_pretrained("model", subfolder="vae")
    controlnet = ControlNetModel.from_pretrained("control")
    unet = UNet2DConditionModel.from_pretrained("model", subfolder="unet")
    vae.requires_grad_(False)
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-5)
    for batch in loader:
        latents = vae.encode(batch["pixels"]).latent_dist.sample()
        noise = torch.randn_like(latents)
        t = torch.randint(0, 1000, (latents.shape[0],), device=latents.device)
        noisy = scheduler.add_noise(latents, noise, t)
        with torch.no_grad():
            down, mid = controlnet(noisy, t, batch["text"], batch["mask"], return_dict=False)  # want "no optimizer steps on its parameters"
        loss = F.mse_loss(unet(noisy, t, batch["text"], down_block_additional_residuals=down,
                               mid_block_additional_residual=mid).sample, noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_thawed(loader, decoder):
    """The autoencoder is thawed again: its latents may hold a graph, and the ControlNet may pass it on."""
    vae = AutoencoderKL.from_pretrained("model", subfolder="vae")
    controlnet = ControlNetModel.from_pretrained("control")
    vae.requires_grad_(False)
    vae.encoder.requires_grad_(True)
    optimizer = torch.optim.AdamW([*vae.encoder.parameters(), *decoder.parameters()], lr=1e-5)
    for batch in loader:
        latents = vae.encode(batch["pixels"]).latent_dist.sample()
        down, mid = controlnet(latents, batch["t"], batch["text"], batch["mask"], return_dict=False)
        loss = F.mse_loss(decoder(down, mid), batch["pixels"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
