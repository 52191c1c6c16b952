with (open("a") as a, open("b") as b):
    pass
with a as (x, y), b:
    pass
async with c:
    async for i in d:
        await e
    else:
        pass
for i, (j, *k) in enumerate(f): continue
while (n := next(g)) is not None:
    break
else:
    n = 1
if a: b
elif c: d
elif e: f
else: g
try:
    a()
except (B, C) as e:
    raise D from e
except:
    raise
else:
    pass
finally:
    del a, b[0], c.d
try:
    a()
except* E:
    pass
x = y = z, = 1, 2
x: int
x: int = 3
x += 1; y //= 2; z @= w
global g1, g2
nonlocal n1
assert a, "why"
import a.b.c, d as e
from . import f
from ..g.h import i as j
from n import (o, p as q,)
from m import *
from __future__ import annotations
return 1, *rest
print >> sys.stderr
type Alias[T] = list[T]
