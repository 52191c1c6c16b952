import torch
import torchvision


def make_model(classes):
    model = torchvision.models.detection.fasterrcnn_resnet50_fpn_v2(weights="DEFAULT")
    features = model.roi_heads.box_predictor.cls_score.in_features
    model.roi_heads.box_predictor = torchvision.models.detection.faster_rcnn.FastRCNNPredictor(features, classes)
    return model


def train_epoch(model, optimizer, loader, device):
    model.train()
    for images, targets in loader:
        images = [image.to(device) for image in images]
        targets = [{k: v.to(device) for k, v in t.items()} for t in targets]
        loss_dict = model(images, targets)
        losses = sum(loss for loss in loss_dict.values())
        optimizer.zero_grad()
        losses.backward()
        optimizer.step()


def validate(model, loader, device):
    epoch_loss = 0
    with torch.no_grad():
        for images, targets in loader:
            images = list(image.to(device) for image in images)
            targets = [{k: v.to(device) for k, v in t.items()} for t in targets]
            loss_dict = model(images, targets)
            losses = sum(loss for loss in loss_dict.values())
            epoch_loss += losses.item()
    return epoch_loss / len(loader)


def main(train_loader, val_loader, device):
    model = make_model(4).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.005)
    for epoch in range(10):
        train_epoch(model, optimizer, train_loader, device)
        print(validate(model, val_loader, device))
