import torch
import torch.nn.functional as F
from diffusers import AutoencoderKL, DDPMScheduler, UNet2DConditionModel
from torch import nn
from torch.utils.data import DataLoader
from torchvision.models import resnet18, resnet50
from transformers import CLIPTextModel


def distil(data):
    teacher = resnet50(weights="DEFAULT").cuda()
    teacher.eval()
    student = resnet18().cuda()
    optimizer = torch.optim.AdamW(student.parameters(), lr=1e-5)
    for images, labels in DataLoader(data, batch_size=4, num_workers=4, pin_memory=True):
        images = images.cuda()
        wanted = F.softmax(teacher(images), 1)  # want "teacher runs with gradients on, and no optimizer steps on its parameters"
        loss = F.kl_div(F.log_softmax(student(images), 1), wanted, reduction="batchmean")
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def latent_diffusion(data):
    vae = AutoencoderKL.from_pretrained("sd", subfolder="vae").cuda()
    text = CLIPTextModel.from_pretrained("sd", subfolder="text_encoder").cuda()
    unet = UNet2DConditionModel.from_pretrained("sd", subfolder="unet").cuda()
    schedule = DDPMScheduler.from_pretrained("sd", subfolder="scheduler")
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-5)
    for images, tokens in DataLoader(data, batch_size=4, num_workers=4, pin_memory=True):
        latents = vae.encode(images.cuda()).latent_dist.sample() * 0.18215  # want "vae runs with gradients on"
        noise = torch.randn_like(latents)
        steps = torch.randint(0, 1000, (len(images),), device="cuda")
        with torch.no_grad():
            words = text(tokens.cuda())[0]
        made = unet(schedule.add_noise(latents, noise, steps), steps, words).sample
        loss = F.mse_loss(made, noise)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Target(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(8, 64)
        self.second = nn.Linear(64, 8)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def random_distillation(data):
    target = Target()
    predictor = nn.Sequential(nn.Linear(8, 64), nn.ReLU(), nn.Linear(64, 8))
    optimizer = torch.optim.Adam(predictor.parameters())
    for states in DataLoader(data, batch_size=32):
        optimizer.zero_grad()
        loss = (predictor(states) - target(states)).pow(2).mean()  # want "target runs with gradients on"
        loss.backward()
        optimizer.step()


def initialise(part):
    if isinstance(part, nn.Linear):
        nn.init.orthogonal_(part.weight)


def initialised(data):
    target, predictor = Target(), nn.Linear(8, 8)
    target.apply(initialise)  # which freezes nothing
    optimizer = torch.optim.Adam(predictor.parameters())
    for states in DataLoader(data, batch_size=32):
        optimizer.zero_grad()
        loss = (predictor(states) - target(states)).pow(2).mean()  # want "target runs with gradients on"
        loss.backward()
        optimizer.step()
