import torch
from torch import nn


class Speaker(nn.Module):
    def __init__(self, words, width):
        super().__init__()
        self.start = nn.Linear(width, width)
        self.cell = nn.GRUCell(words, width)
        self.head = nn.Linear(width, words)

    def forward(self, word, state):
        state = self.cell(word, state)
        return self.head(state), state


@torch.no_grad()
def describe(encoder, speaker, image, longest):
    state = encoder(image)  # recorded as well: the loop alone is not enough
    word, said = torch.zeros(1, speaker.head.out_features), []
    for _ in range(longest):
        scores, state = speaker(word, state)  # want "run all of describe under torch.no_grad"
        said.append(scores.argmax().item())
        word = nn.functional.one_hot(scores.argmax(1), scores.shape[1]).float()
    return said


if __name__ == "__main__":
    encoder, speaker = nn.Linear(32, 64), Speaker(100, 64)
    encoder.load_state_dict(torch.load("encoder.pt", map_location="cpu"))
    speaker.load_state_dict(torch.load("speaker.pt", map_location="cpu"))
    encoder.eval()
    speaker.eval()
    print(describe(encoder, speaker, torch.load("image.pt", map_location="cpu"), 20))
