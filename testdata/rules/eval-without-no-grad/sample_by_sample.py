import numpy as np
import torch


def calculate_perplexity(model, tokenizer, test_data):
    found = []
    for item in test_data[:100]:
        inputs = tokenizer(item["text"], return_tensors="pt")
        outputs = model(**inputs, labels=inputs["input_ids"])  # want "model runs with gradients on in an evaluation loop"
        found.append(torch.exp(outputs.loss).item())
    return np.mean(found)


def evaluate_loss(model, tokenizer, texts, labels):
    total = 0.0
    for text, label in zip(texts, labels):
        out = model(tokenizer(text), labels=label)  # want "model runs with gradients on in an evaluation loop"
        total += out.loss.item()
    return total / len(texts)


# Its caller differentiates what it gives.
def evaluate_terms(model, texts):
    terms = []
    for text in texts:
        out = model(text)
        print(out.loss.item())
        terms.append(out.loss)
    return torch.stack(terms).mean()


# An adaptation to each sample.
def evaluate_adapted(model, texts, optimizer):
    total = 0.0
    for text in texts:
        out = model(text)
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
        total += out.loss.item()
    return total


# The gradient with respect to an input is what is asked for.
def evaluate_saliency(model, texts):
    found = []
    for text in texts:
        out = model(text)
        (gradient,) = torch.autograd.grad(out.loss, text)
        found.append(gradient.abs().max().item())
    return found


# Nothing is called an evaluation, and only numbers are read.
def step_through(model, texts):
    total = 0.0
    for text in texts:
        total += model(text).loss.item()  # want "only the values of what it gives are read"
    return total


# A unit test of a few shapes.
def test_model(model):
    for size in (1, 2):
        assert model(torch.randn(size, 3)).sum().item() > 0


class Quiet:
    def evaluate_each(self, model, texts):
        torch.set_grad_enabled(False)
        total = 0.0
        for text in texts:
            total += model(text).loss.item()
        return total
