"""absl's start of a program: it calls its main with the words that no flag took."""


def run(main, argv=None, flags_parser=None):
    main(argv if argv is not None else ["program"])
