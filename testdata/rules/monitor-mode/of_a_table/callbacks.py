from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint


def make(cfg):
    common = {"monitor": cfg["monitor"], "mode": cfg["mode"]}
    return [
        ModelCheckpoint(dirpath="ckpts", **common),  # want error "takes smaller values for better"
        EarlyStopping(patience=5, monitor=cfg["monitor"], mode=cfg["mode"]),  # want error "takes smaller values for better"
        ModelCheckpoint(dirpath="all", save_top_k=-1, **common),
        ModelCheckpoint(dirpath="low", monitor=cfg["best"], mode=cfg["mode"]),
        EarlyStopping(monitor=cfg["monitor"], mode=cfg["other"]),
    ]
