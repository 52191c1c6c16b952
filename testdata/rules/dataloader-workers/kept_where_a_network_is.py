# What a dataset computes with a network once, and keeps, is where the network is: a worker cannot give that.
import torch
from torch.utils.data import DataLoader, Dataset


class Latents(Dataset):
    def __init__(self, pictures, encoder):
        self.encoder = encoder
        self.latents = [self.encode(picture) for picture in pictures]

    @torch.no_grad()
    def encode(self, picture):
        return self.encoder.encode(picture.to(self.encoder.device)).latent_dist

    def __len__(self):
        return len(self.latents)

    def __getitem__(self, at):
        return self.latents[at].sample() * 0.18, torch.ones(8)


class Pictures(Dataset):
    def __init__(self, files, encoder):
        self.files = files
        self.size = encoder.config.sample_size

    def __len__(self):
        return len(self.files)

    def __getitem__(self, at):
        return torch.load(self.files[at])[: self.size], torch.ones(8)


def train(pictures, files, encoder, unet, optimizer):
    device = torch.device("cuda")
    for latents, mask in DataLoader(Latents(pictures, encoder), batch_size=4, shuffle=True):
        optimizer.zero_grad()
        (unet(latents) * mask.to(device)).mean().backward()
        optimizer.step()
    for pictures, mask in DataLoader(Pictures(files, encoder), batch_size=4, shuffle=True):  # want "no num_workers"
        optimizer.zero_grad()
        (unet(pictures.to(device)) * mask.to(device)).mean().backward()
        optimizer.step()
