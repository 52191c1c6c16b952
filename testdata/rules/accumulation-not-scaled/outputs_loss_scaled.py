import torch
from transformers import AutoModelForSequenceClassification


def finetune(name, dataloader, args, device):
    model = AutoModelForSequenceClassification.from_pretrained(name).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    loss = None
    for step, batch in enumerate(dataloader):
        outputs = model(**{k: v.to(device) for k, v in batch.items()})
        loss = outputs.loss
        if args.accumulation > 1:
            loss = loss / args.accumulation
        loss.backward()
        if (step + 1) % args.accumulation == 0 or step + 1 == len(dataloader):
            optimizer.step()
            optimizer.zero_grad()
        loss = None
