import pytorch_lightning as pl
import yaml

from callbacks import make
from net import Segmenter


def main():
    with open("conf.yaml") as f:
        cfg = yaml.safe_load(f)
    pl.Trainer(max_epochs=40, callbacks=make(cfg)).fit(Segmenter(), datamodule=None)


if __name__ == "__main__":
    main()
