from accelerate import Accelerator


def main(model, optimizer, loader):
    accelerator = Accelerator(gradient_accumulation_steps=4)
    accelerator.gradient_accumulation_steps = 1
    for step, batch in enumerate(loader):
        accelerator.backward(model(**batch).loss / 4)
        if (step + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
