import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader


def padded(batch):
    longest = max(item.shape[0] for item in batch)
    items = [nn.functional.pad(item, (0, 0, 0, longest - item.shape[0])) for item in batch]
    return torch.stack(items, dim=0)


def time_first(batch):
    return torch.stack(batch, dim=1)


def steps(batch):
    return torch.stack([torch.stack(step) for step in zip(*batch)])


def sequences(batch):
    rows, labels = zip(*batch)
    return pad_sequence(rows, batch_first=True), torch.stack(labels)


def sequences_time_first(batch):
    rows, labels = zip(*batch)
    return pad_sequence(rows), torch.stack(labels)


def train_encoder(items, encoder, optimizer, collate):
    for rows in DataLoader(items, batch_size=32, shuffle=True, collate_fn=collate):
        loss = nn.functional.mse_loss(encoder(rows), rows)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_tagger(items, gru, head, optimizer, collate):
    for rows, labels in DataLoader(items, batch_size=32, shuffle=True, collate_fn=collate):
        states, _ = gru(rows)
        loss = nn.functional.cross_entropy(head(states).transpose(1, 2), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(items, tagged):
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4), num_layers=2)  # want "TransformerEncoderLayer takes its first axis for time"
    train_encoder(items, encoder, torch.optim.Adam(encoder.parameters()), padded)

    right = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4), num_layers=2)
    train_encoder(items, right, torch.optim.Adam(right.parameters()), time_first)

    stepped = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4), num_layers=2)
    train_encoder(items, stepped, torch.optim.Adam(stepped.parameters()), steps)

    head = nn.Linear(64, 10)
    gru = nn.GRU(64, 64)  # want "GRU takes its first axis for time"
    train_tagger(tagged, gru, head, torch.optim.Adam([*gru.parameters(), *head.parameters()]), sequences)

    other = nn.GRU(64, 64)
    train_tagger(tagged, other, head, torch.optim.Adam([*other.parameters(), *head.parameters()]), sequences_time_first)
