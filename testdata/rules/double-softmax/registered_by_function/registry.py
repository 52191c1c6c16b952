NETWORKS = {}


def register(name):
    def decorate(cls):
        NETWORKS[name] = cls
        return cls

    return decorate


def enlist(name, cls):
    NETWORKS[name] = cls


def create(name, **options):
    if name not in NETWORKS:
        raise KeyError(f"no network {name}: one of {sorted(NETWORKS)}")
    return NETWORKS[name](**options)
