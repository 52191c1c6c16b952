from accelerate import Accelerator

accelerator = Accelerator()
for batch in loader:
    accelerator.backward(model(batch).mean())
    optimizer.step()
    optimizer.zero_grad()
