# What builds a generator is no network, and what a loop takes out of a generator was computed by none.
import torch


def held_out(source, model, size):
    model.eval()
    numbers, done = [], []
    for batch in source.build_generator(batch_size=size):
        seq_nums = batch[0]
        numbers += seq_nums
        with torch.no_grad():
            done.append(model(batch[1]))
    return numbers, done


def of_a_network(generator, loader, size):
    generator.eval()
    images = []
    for noise in loader:
        images += generator(noise)  # want "images keeps the autograd graph"  # also eval-without-no-grad
    print(len(images), size)
