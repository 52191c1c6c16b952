import torch
from transformers import AutoModelForCausalLM


def probed(path, batches):
    """Each lap loads a network of its own: the cache of the one before is given back for it."""
    model = None
    for batch in batches:
        del model
        torch.cuda.empty_cache()
        model = AutoModelForCausalLM.from_pretrained(path).half().cuda()
        optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
        model(**batch).loss.backward()
        optimizer.step()


def trained(path, loader):
    model = AutoModelForCausalLM.from_pretrained(path).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    for batch in loader:
        torch.cuda.empty_cache()  # want "in every training step"
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
