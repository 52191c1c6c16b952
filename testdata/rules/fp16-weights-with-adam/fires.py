import torch
from torch import nn
from transformers import AutoModelForCausalLM


def half(Net, loader):
    model = Net().half().cuda()  # want "model has fp16 weights and optimizer steps on them: its eps of 1e-08 is 0 in fp16"
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x.half()), y).backward()
        optimizer.step()


def moved(Net, loader):
    model = Net()
    model.to("cuda", torch.float16)  # want "give AdamW an eps of 1e-4"
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3, (0.9, 0.95), 2e-8)
    for epoch in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.cross_entropy(model(x), y).backward()
            optimizer.step()


def loaded(loader):
    model = AutoModelForCausalLM.from_pretrained("gpt2", torch_dtype=torch.float16).cuda()  # want "model has fp16 weights"
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    model.train()
    for batch in loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


class Trainer:
    def __init__(self, net):
        self.net = net
        self.net.half()  # want "self.net has fp16 weights and self.optimizer steps on them"
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=1e-3)

    def fit(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            nn.functional.cross_entropy(self.net(x), y).backward()
            self.optimizer.step()
