import torch


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
    return right


@torch.no_grad()
def evaluate_once(model, loader):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
    torch.cuda.empty_cache()
    return right


@torch.no_grad()
def evaluate_at_times(model, loader):
    model.eval()
    right = 0
    for i, (x, y) in enumerate(loader):
        right += (model(x.cuda()).argmax(1).cpu() == y).sum().item()
        if i % 100 == 0:
            torch.cuda.empty_cache()
    return right


@torch.no_grad()
def caption(model, loader, tokenizer):
    model.eval()
    texts = []
    for batch in loader:
        texts += tokenizer.batch_decode(model.generate(**batch))
        torch.cuda.empty_cache()
    return texts


@torch.no_grad()
def evaluate_on_cuda(model, loader, device):
    model.eval()
    right = 0
    for x, y in loader:
        right += (model(x.to(device)).argmax(1).cpu() == y).sum().item()
        if device == "cuda":
            torch.cuda.empty_cache()  # want "for every batch of an evaluation"
    return right
