"""argparse, without what a command line says: only a job knows that."""
from trainlint import unknown


class ArgumentParser:
    def __init__(self, *args, **kwargs):
        pass

    def parse_args(self, args=None, namespace=None):
        return unknown("the options of the command line")

    parse_intermixed_args = parse_args

    def parse_known_args(self, args=None, namespace=None):
        return unknown("the options of the command line")

    parse_known_intermixed_args = parse_known_args

    def __getattr__(self, name):
        return unknown("what a parser of argparse does")
