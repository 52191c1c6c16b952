match command.split():
    case ["go", direction] if direction in exits:
        go(direction)
    case {"x": x, **rest} | Point(x=0, y=y):
        pass
    case (1 | 2) as n:
        n
    case str() | None:
        pass
    case [*_, last]:
        last
    case _:
        pass
match = 1
match[0]
case = match
