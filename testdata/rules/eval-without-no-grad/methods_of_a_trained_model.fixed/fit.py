# A training loop shows, in some laps, what methods of the model that it trains give.
import torch


def fit(model, opt, writer, train_loader, every):
    for step, batch in enumerate(train_loader):
        loss, info = model(batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % every == 0:
            with torch.no_grad():
                rec = torch.clamp(model.decode(model.encode(batch[:32])), 0, 1)  # want "model.encode runs with gradients on"
            writer.add_images("rec", rec, global_step=step)


def fit_quietly(model, opt, writer, train_loader, every):
    for step, batch in enumerate(train_loader):
        loss, info = model(batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % every == 0:
            with torch.no_grad():
                rec = torch.clamp(model.decode(model.encode(batch[:32])), 0, 1)
            writer.add_images("rec", rec, global_step=step)


def fit_with_codes(model, opt, writer, train_loader, weight):
    for step, batch in enumerate(train_loader):
        loss, info = model(batch)
        codes = model.encode(batch)
        loss = loss + weight * codes.abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        writer.add_histogram("codes", codes.detach(), global_step=step)


def fit_of_words(model, opt, tokenizer, train_loader, every):
    for step, batch in enumerate(train_loader):
        loss, info = model(tokenizer.encode(batch))
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % every == 0:
            print(tokenizer.decode(batch))
