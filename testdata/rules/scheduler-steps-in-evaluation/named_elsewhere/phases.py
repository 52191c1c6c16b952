PHASES = ("fit", "check")
