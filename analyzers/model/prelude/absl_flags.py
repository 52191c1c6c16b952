from trainlint import unknown


class FlagValues:
    """What absl parses a command line into: flags that a run has read are set on it, others nobody knows."""

    def __getattr__(self, name):
        return unknown("what absl's flags have as " + name)


FLAGS = unknown("what absl parses the command line into")
