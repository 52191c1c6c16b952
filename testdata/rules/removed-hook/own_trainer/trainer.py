def train(model, loader, epochs):
    for epoch in range(epochs):
        outputs = [model.training_step(batch, 0) for batch in loader]
        print(epoch, model.training_epoch_end(outputs))
