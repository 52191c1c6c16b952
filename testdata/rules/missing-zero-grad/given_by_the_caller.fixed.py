# A function that is given the module by a name that stands for another one at the top of the file: it may be that one.
import torch

from data import batches
from model import Discriminator, Encoder

encoder = Encoder()
discriminator = Discriminator()
criterion = torch.nn.CrossEntropyLoss()
d_opt = torch.optim.Adam(discriminator.parameters())
e_opt = torch.optim.Adam(encoder.parameters())


def cleared(discriminator):
    for x, y in batches:
        discriminator.zero_grad()
        criterion(discriminator(x), y).backward()
        d_opt.step()


def another_one_of_the_file():
    for x, y in batches:
        encoder.zero_grad()
        d_opt.zero_grad()
        criterion(discriminator(x), y).backward()  # want "nothing in this loop clears the gradients that d_opt steps on"
        d_opt.step()
