import torch

from tagger import Tagger


def infer(sentence, tagger):
    ids = torch.tensor(sentence, dtype=torch.long)
    mask = torch.ones(ids.shape[0], ids.shape[0])
    with torch.no_grad():
        return tagger.tag(ids.unsqueeze(0), mask).argmax(-1).tolist()  # want "tagger.tag runs with gradients on"


# What runs on ones alone shows what shapes come out.
def shapes(tagger):
    ids = torch.ones(8, 16, dtype=torch.long)
    print(tagger.tag(ids, None).argmax(-1).tolist())


if __name__ == "__main__":
    tagger = Tagger(1000, 40)
    tagger.load_state_dict(torch.load("tagger.pt", map_location="cpu"))
    tagger.eval()
    shapes(tagger)
    while True:
        print(infer([int(word) for word in input().split()], tagger))
