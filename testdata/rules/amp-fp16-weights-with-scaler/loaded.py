import torch
from transformers import AutoModelForCausalLM


def train(loader):
    model = AutoModelForCausalLM.from_pretrained("gpt2", torch_dtype=torch.float16).to("cuda")  # want "^model has fp16 weights and optimizer steps through scaler: .*Attempting to unscale FP16 gradients"
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler()
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(**batch).loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()


def new_head(Net, loader):
    model = Net().half()  # want "^model has fp16 weights and optimizer steps through scaler: .*Attempting to unscale FP16 gradients"
    model.head = torch.nn.Linear(512, 10)
    model.head.half()
    optimizer = torch.optim.AdamW(model.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(model(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()


class Two(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = torch.nn.Linear(4, 4)
        self.decoder = torch.nn.Linear(4, 4)


def encoder_of_a_half(loader):
    encoder = Two().half().encoder  # want "the model has fp16 weights"
    optimizer = torch.optim.AdamW(encoder.parameters())
    scaler = torch.amp.GradScaler("cuda")
    for batch in loader:
        optimizer.zero_grad()
        scaler.scale(encoder(batch).mean()).backward()
        scaler.step(optimizer)
        scaler.update()
