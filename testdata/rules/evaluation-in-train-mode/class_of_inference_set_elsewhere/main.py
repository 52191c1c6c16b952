# Who makes the reader puts its network into evaluation mode.
import torch
from reader import Reader

reader = Reader("weights.pt")
reader.net.eval()
print(reader.read(torch.load("pictures.pt", weights_only=True)))
