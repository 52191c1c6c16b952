import torch
from torch import nn

generator, critic = nn.Linear(8, 8), nn.Linear(8, 1)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def resume(epoch):
    generator.load_state_dict(torch.load(f"g{epoch}.pt", map_location="cpu"))  # want note "goes back to one"
    critic.load_state_dict(torch.load(f"c{epoch}.pt", map_location="cpu"))
    generator.to(device)
    critic.to(device)


def save(epoch):
    torch.save(generator.state_dict(), f"g{epoch}.pt")
    torch.save(critic.state_dict(), f"c{epoch}.pt")


resume(3)
save(4)
