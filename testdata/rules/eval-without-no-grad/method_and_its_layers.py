import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self, words, size=32):
        super().__init__()
        self.embed = nn.Embedding(words, size)
        self.cell = nn.GRU(size, size)
        self.out = nn.Linear(size, words)

    def forward(self, x):
        return self.out(self.cell(self.embed(x))[0])

    def predict(self, word, end, longest=10):
        state, said = None, []
        for _ in range(longest):
            hidden, state = self.cell(self.embed(word), state)
            word = self.out(hidden).argmax(-1)
            said.append(word)
        return torch.cat(said), end


# One finding: the layers of the method are what it says.
def translate(model, sentences, file):
    model.eval()
    for _, sentence in enumerate(sentences):
        words, _ = model.predict(torch.tensor([sentence]).to("cuda"), 2)  # want "model.predict runs with gradients on"
        file.write(str(words.tolist()))


if __name__ == "__main__":
    model = Translator(100).to("cuda")
    model.load_state_dict(torch.load("net.pt", map_location="cpu"))
    with open("source.txt") as source, open("target.txt", "w") as target:
        translate(model, [line.split() for line in source], target)
