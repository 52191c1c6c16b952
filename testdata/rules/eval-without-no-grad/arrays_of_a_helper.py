import sys

import torch


def predict_arrays(model, batch):
    return model(batch)["scores"].cpu().numpy()


def predict_detached(model, batch):
    return model(batch)["scores"].detach().cpu().numpy()


# As it is, a tensor with a graph makes no array: gradients are off, wherever that is.
def score_files(model, held_out):
    model.eval()
    return [predict_arrays(model, batch).mean() for batch in held_out]


def score_detached(model, held_out):
    model.eval()
    means = []
    for batch in held_out:
        means.append(predict_detached(model, batch).mean())  # want "gradients on in an evaluation loop"
    return means


if __name__ == "__main__":
    loaded = torch.load(sys.argv[1])
    print(score_files(*loaded), score_detached(*loaded))
