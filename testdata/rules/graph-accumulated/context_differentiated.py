import torch


def finetune(encoder, decoder, probe, prompts, loader, criterion, optimizer):
    for prompt in prompts:
        context = encoder(prompt)
        probe(context).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
        total = 0.0
        for x, y in loader:
            # Backward went through the context that all batches share, not through the decoder that each one runs.
            total += criterion(decoder(x, context), y)  # want "with all activations saved for backward" # also eval-without-no-grad
        print(float(total))
