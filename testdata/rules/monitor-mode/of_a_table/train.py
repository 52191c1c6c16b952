import pytorch_lightning as pl

from callbacks import make
from conf import CONF
from net import Segmenter


def main():
    pl.Trainer(max_epochs=40, callbacks=make(CONF)).fit(Segmenter(), datamodule=None)


if __name__ == "__main__":
    main()
