a < b <= c is not d not in e
not a and b or c
a if b else c if d else e
-a ** -b
~a + b @ c // d % e << 1 >> 2 & f | g ^ h
(a := 1)
(n := a if b else c if d else e)
((n := a) if b else (c))
f(n := a if b else c)
lambda: 0
lambda x, *y, z=1, **w: (x, y)
[*a, b, *c]
{**a, "b": c}
{a, *b}
()
(a,)
a, b
a, *b
x = a, *f(b), *c.d(e)[0], *g
x = *a + b, *f(c) + d
a[b, *f(c)]
a[1:2, ::3, ..., :]
a[b][c].d(e)(f)
f(a, *b, c=d, **e)
f(x for x in y if x if not z)
[x async for y in z for x in y if x]
{k: v for k, v in a.items()}
{x for x in y}
(yield)
(yield from a)
await b
1_000 + 0xFF + 1e-3 + 1j
"a" 'b' """c"""
b"x" rb"\x"
"\n\x41\u00e9\N{BULLET}"
r"\n"
f"{a!r:>{width}} {b['c']} {{d}} {e=}"
f"{f'{g}'}" "h"
None, True, False, ...
