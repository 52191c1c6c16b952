@staticmethod
@torch.no_grad()
async def f(a, /, b: int = 1, *args: int, c, d: "str" = None, **kw) -> dict[str, int]:
    return a


@dataclass(frozen=True)
class Config(Base, metaclass=Meta, **extra):
    lr: float = 1e-3
    name: str


class Bare: pass
