import torch
from transformers import AutoModelForSequenceClassification


# outputs.loss is the mean over the micro-batch.
def finetune(name, dataloader, args, device):
    model = AutoModelForSequenceClassification.from_pretrained(name).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    loss = None
    for step, batch in enumerate(dataloader):
        outputs = model(**{k: v.to(device) for k, v in batch.items()})
        loss = outputs.loss
        (loss / args.accumulation).backward()  # want "divide the loss by args.accumulation"
        if (step + 1) % args.accumulation == 0 or step + 1 == len(dataloader):
            optimizer.step()
            optimizer.zero_grad()
        if step % args.log_every == 0:
            print(step, loss.item())
        loss = None
