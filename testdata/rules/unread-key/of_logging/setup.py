import json
import logging
import logging.config
from pathlib import Path


def read(path):
    with Path(path).open() as f:
        return json.load(f)


def set_up(folder, path=None):
    if path is None:
        path = str(Path(__file__).parent / "logging.json")
    path = Path(path)
    settings = read(path)
    for _, handler in settings["handlers"].items():
        if "filename" in handler:
            handler["filename"] = str(folder / handler["filename"])
    logging.config.dictConfig(settings)
