import torch


def train(loader, epochs):
    encoder, head = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Dropout(0.1)), torch.nn.Linear(4, 2)
    encoder_optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-4)
    head_optimizer = torch.optim.Adam(head.parameters(), lr=1e-4)
    encoder.train()
    for epoch in range(epochs):
        for x, y in loader:
            encoder_optimizer.zero_grad()
            (encoder(x) - x).square().mean().backward()
            encoder_optimizer.step()
        encoder.eval()  # want "encoder"
        for x, y in loader:
            with torch.no_grad():
                z = encoder(x)
            head_optimizer.zero_grad()
            torch.nn.functional.cross_entropy(head(z), y).backward()
            head_optimizer.step()
