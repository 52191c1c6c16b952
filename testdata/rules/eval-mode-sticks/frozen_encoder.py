import torch
import torch.nn.functional as F


# A linear probe: the encoder stays in evaluation mode while its head is trained, and
# the training half says so itself.
def train(train_loader, model, classifier, optimizer, epoch, opt):
    model.eval()
    classifier.train()
    total = 0.0
    for images, labels in train_loader:
        images, labels = images.cuda(), labels.cuda()
        with torch.no_grad():
            features = model.encoder(images)
        loss = F.cross_entropy(classifier(features.detach()), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    return total / len(train_loader)


def validate(val_loader, model, classifier):
    model.eval()
    classifier.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in val_loader:
            output = classifier(model.encoder(images.cuda()))
            correct += (output.argmax(1) == labels.cuda()).sum().item()
    return correct / len(val_loader.dataset)


def main(model, classifier, make_optimizer, train_loader, val_loader, opt):
    optimizer = make_optimizer(opt, classifier)
    for epoch in range(1, opt.epochs + 1):
        train(train_loader, model, classifier, optimizer, epoch, opt)
        print(epoch, validate(val_loader, model, classifier))
