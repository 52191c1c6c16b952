# The schedules of the first versions of transformers are heirs of LambdaLR.
from pytorch_transformers import AdamW, ConstantLRSchedule, WarmupLinearSchedule


def train(args, model, loader):
    optimizer = AdamW(model.parameters(), lr=args.lr)
    scheduler = WarmupLinearSchedule(optimizer, warmup_steps=10, t_total=100)
    model.zero_grad()
    for step, batch in enumerate(loader):
        loss = model(**batch)[0] / args.steps
        loss.backward()
        if (step + 1) % args.steps == 0:
            optimizer.step()
            scheduler.step()  # want "runs before optimizer steps"
            model.zero_grad()


def chosen(args, model, loader):
    optimizer = AdamW(model.parameters(), lr=args.lr)
    schedules = {"constant": ConstantLRSchedule, "linear": WarmupLinearSchedule}
    scheduler = schedules[args.schedule](optimizer, warmup_steps=10)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch)[0].backward()
        optimizer.step()
        scheduler.step()  # want "runs before optimizer steps"


def after(args, model, loader):
    optimizer = AdamW(model.parameters(), lr=args.lr)
    scheduler = WarmupLinearSchedule(optimizer, warmup_steps=10, t_total=100)
    for batch in loader:
        optimizer.zero_grad()
        model(**batch)[0].backward()
        optimizer.step()
        scheduler.step()
