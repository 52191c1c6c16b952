from embedder import Embedder


def build():
    return Embedder(3, 4)
