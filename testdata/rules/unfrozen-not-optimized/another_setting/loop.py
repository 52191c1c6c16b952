def run(unet, encoder, optimizer, batches, settings):
    thaw = settings["thaw"]
    if thaw:
        encoder.requires_grad_(True)  # want "encoder is unfrozen after the optimizer"
    for x, y in batches:
        loss = (unet(x) - encoder(y)).square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
