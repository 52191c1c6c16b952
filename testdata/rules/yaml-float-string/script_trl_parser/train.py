from dataclasses import dataclass

import torch
from trl import TrlParser


@dataclass
class Config:
    lr: float = 1e-3
    batch_size: int = 8


(cfg,) = TrlParser((Config,)).parse_args_and_config()
model = torch.nn.Linear(4, 4)
optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
for batch in torch.utils.data.DataLoader(range(10), batch_size=cfg.batch_size):
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
