def run(algorithm, source_loader, target_loader):
    for (source, labels), target in zip(source_loader, target_loader):
        start(algorithm)
        print(algorithm.update(source, labels, target))


def start(algorithm):
    algorithm.optimizer.zero_grad()


def show(words, bar):
    for word in words:
        bar.update(word)
