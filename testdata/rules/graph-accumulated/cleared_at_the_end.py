import torch
from transformers import AutoModelForCausalLM, get_scheduler


def finetune(name, train_dataloader, epochs, device):
    model = AutoModelForCausalLM.from_pretrained(name).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    scheduler = get_scheduler("linear", optimizer, 0, epochs * len(train_dataloader))
    for epoch in range(epochs):
        model.train()
        total_loss, total_number = 0.0, 0.0
        loss = None
        for batch in train_dataloader:
            batch = {k: v.to(device) for k, v in batch.items()}
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += outputs.loss  # want "total_loss keeps"
            total_number += loss.item()
            loss = None
            outputs = None
        print(epoch, total_loss / len(train_dataloader), total_number)


# The micro-batches of one step are added up, differentiated and dropped.
def one_backward(name, train_dataloader, micro_batches, device):
    model = AutoModelForCausalLM.from_pretrained(name).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-5)
    loss = None
    for i, batch in enumerate(train_dataloader):
        outputs = model(**batch)
        part = outputs.loss / micro_batches
        loss = part if loss is None else loss + part
        if (i + 1) % micro_batches == 0:
            loss.backward()  # also micro-batches-summed
            optimizer.step()
            optimizer.zero_grad()
            loss = None
