def scale(options):
    if options.lr < 0:
        options.lr = 0.1 / 32


def largest(options):
    return options.lr * 32


def print_args(options):
    for name in sorted(dir(options)):
        print(name)
