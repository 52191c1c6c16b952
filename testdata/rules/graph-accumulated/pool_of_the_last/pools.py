import numpy as np


# A pool of the last fifty holds no more than fifty.
class Pool:
    def __init__(self, size=50):
        self.size = size
        self.images = []

    def add(self, image):
        if len(self.images) > self.size:
            self.images.pop(0)
        self.images.append(image)

    def pick(self, image):
        if len(self.images) == 0:
            self.add(image)
            return image
        one = np.random.choice(self.images)
        self.add(image)
        return one


class History:
    def __init__(self):
        self.shown = []

    def add(self, image):
        self.shown.append(image)  # want "self.shown keeps image of every iteration"

    def pick(self, image):
        if len(self.shown) == 0:
            self.add(image)
            return image
        one = np.random.choice(self.shown)
        self.add(image)
        return one
