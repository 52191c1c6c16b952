class Registry:
    def __init__(self, name):
        self.name = name
        self.known = {}

    def _put(self, name, cls):
        if name in self.known:
            raise KeyError(f"{name} is in {self.name} already")
        self.known[name] = cls

    def register(self, cls=None, name=None):
        if cls is not None:
            self._put(name or cls.__name__, cls)
            return cls

        def decorate(cls):
            self._put(name or cls.__name__, cls)
            return cls

        return decorate

    def get(self, name):
        found = self.known.get(name)
        if found is None:
            raise KeyError(f"{name} is not in {self.name}")
        return found


MODELS = Registry("models")
LOSSES = Registry("losses")
