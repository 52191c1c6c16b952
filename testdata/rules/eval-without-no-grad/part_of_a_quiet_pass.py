import torch


def evaluate_head(model, val_loader):
    model.eval()
    lm_head = model.get_output_embeddings()
    right = 0
    for batch in val_loader:
        with torch.no_grad():
            hidden = model.backbone(batch["input_ids"]).hidden_states[-1]
        logits = lm_head(hidden[:, -1].float())  # no more than its input is saved
        right += (logits.argmax(-1) == batch["labels"]).sum().item()
    return right


def evaluate_lookup(agent, val_loader):
    agent.eval()
    right = 0
    for ids in val_loader:
        embedded = agent.net.words(ids)
        with torch.no_grad():
            out = agent.net.decoder(inputs_embeds=embedded)
        right += out.logits.sum().item()
    return right


def evaluate_behind_another(generator, model, val_loader):
    model.eval()
    total = 0
    for z in val_loader:
        with torch.no_grad():
            fake = generator(z)
        total += model(fake).sum().item()  # want "model runs with gradients on"
    return total


def evaluate_two(teacher, model, val_loader):
    model.eval()
    total = 0
    for z in val_loader:
        with torch.no_grad():
            wanted = teacher(z)
        total += (model(z) - wanted).abs().sum().item()  # want "model runs with gradients on"
    return total
