# Another file takes the first helper, by a name of the package that nobody can follow: it may train with what that gives.
import torch
from transformers import AutoModelForCausalLM


def scores(model, tokens, labels):
    logits = model(tokens).logits
    return {"scores": torch.log_softmax(logits, -1)[torch.arange(len(labels)), labels], "entropy": torch.logsumexp(logits, -1)}


def surprise(model, tokens):
    with torch.no_grad():
        logits = model(tokens).logits  # want "only the values of what it gives are read"
    return {"surprise": torch.logsumexp(logits, -1)}


def log(model, tokens, labels):
    found = scores(model, tokens, labels)
    print(found["entropy"].mean().item(), surprise(model, tokens)["surprise"].mean().item())


if __name__ == "__main__":
    network = AutoModelForCausalLM.from_pretrained("gpt2")
    network.eval()
    log(network, *torch.load("held_out.pt"))
