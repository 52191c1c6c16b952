import hydra
import numpy as np
import torch
from diffusers import StableDiffusionControlNetPipeline


def sampled_by_a_pipeline(parts, loader, prompts, device):
    """A pipeline of diffusers turns gradients off itself, what trains in it as well."""
    pipe = StableDiffusionControlNetPipeline(**parts).to(device)
    optimizer = torch.optim.AdamW(pipe.controlnet.parameters(), lr=1e-4)
    for latents, target in loader:
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(pipe.controlnet(latents), target).backward()
        optimizer.step()
    pipe.controlnet.eval()
    for i, prompt in enumerate(prompts):
        pipe(prompt=prompt).images[0].save(f"{i}.png")


def scored(cfg, volumes, device):
    """What prepares the volumes may be a module, and learns nothing."""
    model = torch.load("reward.pt", weights_only=False).to(device).eval()
    volume_aug = hydra.utils.instantiate(cfg.augmentation).eval()
    rewards = []
    for volume in volumes:
        x = volume_aug(torch.from_numpy(volume).to(device))
        with torch.no_grad():
            rewards.append(model(x.unsqueeze(0)).item())
    return np.array(rewards)


def scored_with_gradients(cfg, volumes, device):
    encoder = hydra.utils.instantiate(cfg.encoder).eval()
    rewards = []
    with torch.no_grad():
        for volume in volumes:
            x = encoder(torch.from_numpy(volume).to(device))  # want "encoder runs with gradients on"
            rewards.append(x.mean().item())
    return np.array(rewards)


class Judge:
    """Asks a model that answers text, wherever it runs."""

    def __init__(self, model):
        self.model = model

    def judge(self, dialogue):
        full_prompt = self.ask(dialogue)
        verdict, tries = None, 0
        while tries < 2 and verdict is None:
            try:
                verdict = self.read(self.model(full_prompt))
            except ValueError:
                tries += 1
        return verdict

    def ask(self, dialogue):
        return "Who wins here?\n" + dialogue.text()

    def read(self, answer):
        return float(answer.split(":")[1])


class Critic:
    """The same of a network."""

    def __init__(self, model):
        self.model = model

    def judge(self, images):
        with torch.no_grad():
            return float(self.model(images).mean().item())  # want "model runs with gradients on"
