import torch
from accelerate import Accelerator
from transformers import get_cosine_schedule_with_warmup


def main():
    accelerator = Accelerator()
    model = torch.nn.Linear(16, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    schedule = get_cosine_schedule_with_warmup(optimizer, 100, 1000)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True, num_workers=4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    schedule = accelerator.prepare(schedule)  # want error "has a section scheduler"
    for batch in loader:
        accelerator.backward(model(batch).mean())
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()


main()
