CONF = {"monitor": "val_iou", "mode": "min", "best": "val_loss"}
