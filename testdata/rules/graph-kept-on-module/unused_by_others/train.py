import torch
import torch.nn.functional as F

from model import Block


# attention_map is only a word here: nothing reads the attribute.
def train(loader, epochs, attention_map=None):
    block = Block(64)
    optimizer = torch.optim.AdamW(block.parameters())
    for epoch in range(epochs):
        for x, y in loader:
            loss = F.mse_loss(block(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
