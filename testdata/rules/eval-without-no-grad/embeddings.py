# Embeddings are computed for their numbers alone. Those that are given back with their graphs somebody may learn from.
import numpy as np
import torch


def encode_sentences(model, batches):
    vectors = []
    for batch in batches:
        hidden = model(batch)  # want "model runs with gradients on"
        vectors.append(hidden.detach().cpu().numpy())
    return np.concatenate(vectors)


def extract_features(model, batches):
    features = []
    for batch in batches:
        features.append(model(batch))
    return torch.cat(features)
