import torch


def generate_anchors(shapes):
    return torch.cat([torch.arange(s) for s in shapes])


class BoxLoss:
    def __init__(self, early, late, warm_epochs):
        self.early, self.late, self.warm_epochs = early, late, warm_epochs

    def __call__(self, boxes, targets, epoch):
        anchors = generate_anchors([len(boxes)])
        if epoch < self.warm_epochs:
            matched = self.early(anchors, boxes.detach(), targets)
            torch.cuda.empty_cache()  # want "every training step"
        else:
            matched = self.late(anchors, boxes.detach(), targets)
            torch.cuda.empty_cache()  # want "every training step"
        return (boxes - matched).abs().mean()


def train(model, teacher, loader, args, early, late):
    box_loss = BoxLoss(early, late, args.warm_epochs)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for epoch in range(args.epochs):
        for images, targets in loader:
            optimizer.zero_grad()
            if args.distill:
                loss = teacher(model(images))
            else:
                loss = box_loss(model(images), targets, epoch)
            loss.backward()
            optimizer.step()


def when_asked(model, loader, args):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for epoch in range(args.epochs):
        for i, images in enumerate(loader):
            optimizer.zero_grad()
            if args.low_memory:
                torch.cuda.empty_cache()
            if i % 100 == 0:
                loss = model(images).mean() + model.penalty()
                torch.cuda.empty_cache()
            else:
                loss = model(images).mean()
            loss.backward()
            optimizer.step()
