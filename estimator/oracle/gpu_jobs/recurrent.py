"""A language model of an LSTM or a GRU over characters, and a reader of sequences in both directions."""
import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


class Recurrent(nn.Module):
    def __init__(self, vocab, width, layers, kind, bidirectional):
        super().__init__()
        self.embedding = nn.Embedding(vocab, width)
        unit = nn.GRU if kind == "gru" else nn.LSTM
        self.rnn = unit(width, width, num_layers=layers, batch_first=True, dropout=0.2 if layers > 1 else 0.0, bidirectional=bidirectional)
        self.head = nn.Linear(width * (2 if bidirectional else 1), vocab)

    def forward(self, tokens):
        hidden, _ = self.rnn(self.embedding(tokens))
        return self.head(hidden)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", default="lstm")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--length", type=int, default=128)
    parser.add_argument("--width", type=int, default=512)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--vocab", type=int, default=5000)
    parser.add_argument("--bidirectional", action="store_true")
    parser.add_argument("--amp", action="store_true")
    args = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Recurrent(args.vocab, args.width, args.layers, args.kind, args.bidirectional).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.CrossEntropyLoss()
    tokens = torch.randint(args.vocab, (4 * args.batch, args.length + 1))
    loader = DataLoader(TensorDataset(tokens[:, :-1], tokens[:, 1:]), batch_size=args.batch)
    model.train()
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=args.amp):
            logits = model(x)
            loss = criterion(logits.reshape(-1, args.vocab), y.reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


if __name__ == "__main__":
    main()
