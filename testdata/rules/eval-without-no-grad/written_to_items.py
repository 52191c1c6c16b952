import torch
from torch import nn
from torch.nn import functional


def cost(logits, targets):
    scores = functional.log_softmax(logits.view(-1, logits.size(-1)), dim=1)
    return -torch.gather(scores, 1, targets.view(-1, 1)).mean()


# What is written to the items of a tensor has its graph there, in a view of it, too.
def train(x, targets, n, encoder, decoder, encoder_optimizer, decoder_optimizer):
    outputs, state = encoder(x, None)
    scores = torch.zeros(n, 3, decoder.output_size)
    word = targets[0]
    for t in range(n):
        step, state = decoder(word, state, outputs)
        scores[t] = step
        best, word = step.data.topk(1)
    loss = cost(scores, targets)
    wanted = decoder.embedding(targets)
    loss = loss + 0.1 * wanted.mean()
    loss.backward()
    encoder_optimizer.step()
    decoder_optimizer.step()


# Nothing of the validation is differentiated.
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 10)

    def forward(self, x):
        return self.layer(x)


def validate(loader, device):
    model = Model().to(device)
    model.load_state_dict(torch.load("model.pt", map_location=device))
    model.eval()
    total = 0.0
    for x, y in loader:
        scores = torch.zeros(3, 2, 10)
        scores[0] = model(x)  # want "runs with gradients on"
        total += cost(scores, y).item()
    return total
