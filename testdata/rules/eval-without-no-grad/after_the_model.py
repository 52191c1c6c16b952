import torch
import torch.nn as nn


# The model runs under no_grad; a softmax of what it gave has nothing to record.
def evaluate(args, dataset):
    correct = 0
    confusion = torch.zeros(args.labels, args.labels, dtype=torch.long)
    args.model.eval()
    for source, target in torch.utils.data.DataLoader(dataset, batch_size=args.batch_size):
        source, target = source.to(args.device), target.to(args.device)
        with torch.no_grad():
            _, logits = args.model(source)
        prediction = torch.argmax(nn.Softmax(dim=1)(logits), dim=1)
        for predicted, gold in zip(prediction, target):
            confusion[predicted, gold] += 1
        correct += torch.sum(prediction == target).item()
    return correct / len(dataset), confusion


def predict(model, loader, device, path):
    sigmoid = nn.Sigmoid()
    similarity = nn.CosineSimilarity(dim=-1)
    model.eval()
    with open(path, "w") as out:
        for batch, reference in loader:
            with torch.no_grad():
                logits = model(batch.to(device))
            scores = sigmoid(logits).cpu().numpy().tolist()
            near = similarity(logits, reference.to(device)).cpu().tolist()
            out.write(f"{scores} {near}\n")
