import torch
from accelerate import Accelerator


def main():
    accelerator = Accelerator()
    del accelerator.state.deepspeed_plugin.deepspeed_config["optimizer"]
    model = torch.nn.Linear(16, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    loader = torch.utils.data.DataLoader(dataset, batch_size=8, shuffle=True, num_workers=4)
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for batch in loader:
        accelerator.backward(model(batch).mean())
        optimizer.step()
        optimizer.zero_grad()


main()
