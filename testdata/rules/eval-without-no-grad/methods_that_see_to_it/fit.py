# The model's own method turns the gradients off.


def fit(model, opt, writer, train_loader, every):
    for step, batch in enumerate(train_loader):
        loss, info = model(batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % every == 0:
            writer.add_histogram("codes", model.encode(batch[:32]), global_step=step)
