package bounds

import (
	"fmt"
	"strings"
)

// moreInputs are hard in ways that the other lists do not hold: what is chained, put into each other, or named from
// many files, in every language.
func moreInputs(size int) []input {
	trained := training + "for batch in loader:\n    loss = model(batch)\n    loss.backward()\n    optimizer.step()\n"
	starting := func(in input, command string) input {
		in.extra = map[string]string{"run.sh": command + "\n"}
		return in
	}
	hydra := "import hydra\n@hydra.main(config_path='conf', config_name='config')\ndef main(cfg):\n    Trainer(cfg.a).fit()\nmain()\n"
	nested := strings.Repeat(" ", 4)
	return []input{
		py("more-alias-chain", training+"f0 = torch.nn.Linear\n"+numberedFrom(size, "f%d = f%d\n")+"model = f60(1, 1)\n"),
		py("more-alias-chain-called", trained+"class A:\n    pass\na0 = A()\n"+numberedFrom(size, "a%d = a%d.b.c\n")+"value = a60\n"),
		py("more-aliases-of-imports", "import torch as t0\n"+numberedFrom(size, "import torch as t%d; f%[1]d = t%d.nn.Linear\n")+training),
		py("more-decorator-stack-of-libraries", training+repeat(size, "@torch.no_grad()\n")+"def f(x):\n    return model(x)\nvalue = f(data)\n"),
		py("more-decorators-with-arguments", training+numbered(size, "@d(f=lambda x: x + %d)\n")+"class A:\n    pass\nvalue = A()\n"),
		py("more-f-strings-huge", training+"value = f'"+numbered(size, "{a%d:>{b%[1]d}} ")+"'\n"),
		py("more-f-strings-in-each-other", training+"value = "+nest(120*8, "f'{", "x", "}'")+"\n"+repeat(size, "value = f'{model!r:{value}}'\n")),
		py("more-f-string-of-calls", trained+"print(f'"+repeat(size, "{loss.item()} ")+"')\n"),
		py("more-inheritance-wide-and-deep", training+numbered(size/3, "class B%d(torch.nn.Module):\n    x = 1\n")+numberedFrom(size/3, "class D%d(B%[1]d, B%d):\n    pass\n")+
			"class E("+strings.TrimSuffix(numberedUpTo(600, "D%d, "), ", ")+"):\n    pass\nmodel = E()\n"),
		py("more-metaclasses", training+"class M(type):\n    def __call__(c, *a): return type.__call__(c, *a)\n"+numbered(size, "class A%d(metaclass=M):\n    def __getattr__(self, n): return getattr(self, n + n)\nvalue = A%[1]d().x\n")),
		py("more-descriptors", training+"class D:\n    def __get__(self, o, c): return o.a\nclass A:\n    a = D()\n"+repeat(size, "value = A().a\n")),
		py("more-operators-of-ours", training+"class A:\n    def __add__(self, o): return o + self\n    __radd__ = __add__\na = A()\n"+repeat(size, "value = a + a + a\n")),
		py("more-walrus", training+"value = "+nest(size/10, "(x := ", "1", ")")+"\n"+numbered(size/2, "if (y%d := model(data)) is not None and (z%[1]d := y%[1]d): pass\n")),
		py("more-matches", trained+"match value:\n"+numbered(size, "    case {'a': [x, *_], 'b': A(c=%d)}: loss = x\n")),
		py("more-type-parameters", training+numbered(size, "type T%d[A, B] = dict[A, list[B]]\ndef f%[1]d[A](x: T%[1]d[A, A]) -> A: return x\n")),
		py("more-generator-chain", training+"g0 = (x for x in loader)\n"+numberedFrom(size, "g%d = (x for x in g%d)\n")+"for batch in g60:\n    model(batch).backward()\n"),
		py("more-zips-and-enumerates", training+"l0 = loader\n"+numberedFrom(size, "l%d = enumerate(zip(l%d, l%[2]d))\n")+"for batch in l90:\n    model(batch).backward()\n"),
		py("more-try-ladders", training+indented(size, "try:")+strings.Repeat("x = 1\n", 10)),
		py("more-tries-in-a-row", trained+repeat(size, "try:\n    loss = model(data)\nexcept RuntimeError:\n    torch.cuda.empty_cache()\nfinally:\n    loss = 1\n")),
		py("more-withs-of-many", trained+"with "+strings.TrimSuffix(repeat(size, "torch.no_grad(), "), ", ")+":\n    pass\n"),
		py("more-asserts-and-globals", training+repeat(size, "assert model, f'{loader}'; globals()['x'] = vars(); locals().update(globals())\n")),
		py("more-getattrs-by-text", training+numbered(size, "setattr(model, 'a' + str(%d), getattr(model, 'a%[1]d', None))\n")),
		py("more-execs", training+repeat(size, "exec('model = torch.nn.Linear(1, 1)'); eval('loss.backward()')\n")),
		py("more-comments-that-direct", trained+numbered(size, "x%d = 1  # trainlint: ignore[retain-graph, graph-accumulated] %[1]d\n")),
		py("more-docstrings", training+numbered(size, "def f%d():\n    '''"+strings.Repeat("a ", 20)+"'''\n")),
		starting(py("more-parser-of-5000-options", "import argparse, torch\np = argparse.ArgumentParser()\n"+numberedUpTo(5000, "p.add_argument('--o%d', type=int, default=1)\n")+
			"args = p.parse_args()\n"+training+"loader = torch.utils.data.DataLoader(data, batch_size=args.o4999)\nfor batch in loader:\n    loss = model(batch)\n    loss.backward()\n    optimizer.step()\n"),
			"python train.py "+numberedUpTo(5000, "--o%d 2 ")),
		starting(py("more-parser-launched-often", "import argparse, torch\np = argparse.ArgumentParser()\n"+numbered(size/2, "p.add_argument('--o%d', type=int, default=1)\n")+
			"args = p.parse_args()\n"+trained), numbered(size/2, "python train.py --o%d 2\n")),
		starting(py("more-subparsers", "import argparse, torch\np = argparse.ArgumentParser()\ns = p.add_subparsers()\n"+numbered(size, "q = s.add_parser('c%d', parents=[p])\nq.add_argument('--o%[1]d')\n")+
			"args = p.parse_args()\n"+trained), "python train.py c1 --o1 2"),
		{name: "more/notebook-of-one-cell", path: "train.ipynb", text: `{"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": ["import torch\n", "` +
			repeat(size, `x = model(x)\n", "`) + `y = 1"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`},
		{name: "more/notebook-of-magics", path: "train.ipynb", text: `{"cells": [{"cell_type": "code", "execution_count": null, "metadata": {}, "outputs": [], "source": "` +
			repeat(size, `%time x = !ls {a}\n`) + `"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`},
		{name: "more/notebook-outputs-deep", path: "train.ipynb", text: `{"cells": [{"cell_type": "code", "metadata": {}, "source": "import torch", "outputs": ` + nest(size, "[", "", "]") + `}]}`},
		yml("more-anchors-in-depth", nest2(size, "a: &a%d\n", "b: 1")),
		yml("more-merges-of-merges", "a0: &a0 {x: 1}\na1: &a1 {<<: *a0, y: 1}\n"+numbered(size, "b%d: {<<: [*a0, *a1, *a0, *a1, *a0], z: 1}\n")),
		yml("more-merge-of-itself", "a: &a\n  <<: *a\n"+repeat(size, "  <<: [*a, *a]\n")),
		yml("more-keys-that-are-mappings", repeat(size, "? {a: [b, c]}\n: {d: e}\n")),
		yml("more-deepspeed-inside", "deepspeed:\n"+numbered(size, "  zero_optimization: {stage: 3, stage3_param_persistence_threshold: %d}\n")),
		{name: "more/toml-dotted-keys", path: "config.toml", text: numbered(size, "a.b.c.d%d.e = 1\n"), extra: map[string]string{"train.py": script, "run.sh": "python train.py --config config.toml\n"}},
		{name: "more/toml-dotted-deep", path: "config.toml", text: repeat(size, "a.") + "a = 1\n", extra: map[string]string{"train.py": script, "run.sh": "python train.py --config config.toml\n"}},
		{name: "more/toml-tables-growing", path: "pyproject.toml", text: growing(size, "[[a", ".a", "]]\nb = 1\n"), extra: map[string]string{"train.py": training}},
		{name: "more/json-deep-objects", path: "ds_config.json", text: nest(size, `{"zero_optimization": `, "1", "}"), extra: map[string]string{"train.py": script, "run.sh": "deepspeed train.py --deepspeed ds_config.json\n"}},
		{name: "more/json-escapes", path: "ds_config.json", text: `{"a": "` + repeat(size, `\u0041`) + `"}`, extra: map[string]string{"train.py": script, "run.sh": "deepspeed train.py --deepspeed ds_config.json\n"}},
		{name: "more/make-variables-doubling", path: "Makefile", text: "A0 = --x y\n" + numberedFrom(size/2, "A%d = $(A%d) $(A%[2]d)\n") + "train:\n" + numbered(size/2, "\tpython train.py $(A%d)\n"), extra: map[string]string{"train.py": script}},
		{name: "more/make-functions", path: "Makefile", text: "A = " + nest(size, "$(foreach x,a b,", "c", ")") + "\ntrain:\n\tpython train.py $(A)\n", extra: map[string]string{"train.py": script}},
		{name: "more/requirements-in-a-ring", path: "requirements.txt", text: repeat(size/2, "-r a.txt\n"), extra: map[string]string{"a.txt": repeat(size/4, "-r requirements.txt\n-c b.txt\n"), "b.txt": repeat(size/4, "-r a.txt\n"), "train.py": training}},
		{name: "more/requirements-doubling", path: "requirements.txt", text: "-r r0.txt\n-r r0.txt\n", extra: requiring(60)},
		{name: "more/gitignore-of-many-stars", path: ".gitignore", text: numbered(size, "**/*a*b*c*%d*/**/x\n"), extra: map[string]string{strings.Repeat("aabbcc1/", 12) + "train.py": training, ".git/HEAD": "ref: refs/heads/main\n"}},
		{name: "more/gitignore-classes", path: ".gitignore", text: repeat(size, "[a-z][!a-y]*[[:alpha:]]*?\n"), extra: map[string]string{strings.Repeat("zz", 90) + ".py": training, ".git/HEAD": "ref: refs/heads/main\n"}},
		{name: "more/gitignore-in-many-folders", path: ".gitignore", text: "*.pyc\n", extra: ignoring(size)},
		{name: "more/readme-fences", path: "README.md", text: repeat(size, "```bash\npython train.py --batch_size 8\n```\n"), extra: map[string]string{"train.py": script}},
		{name: "more/readme-unclosed", path: "README.md", text: repeat(size, "````\n```sh\npython train.py\n"), extra: map[string]string{"train.py": script}},
		{name: "more/settings-of-many-jobs", path: "trainlint.yaml", text: "jobs:\n" + numbered(size, "  j%d:\n    run: python train.py --per_device_train_batch_size %[1]d\n"), extra: map[string]string{"train.py": script}},
		{name: "more/hydra-defaults-wide", path: "conf/config.yaml", text: "defaults:\n" + numbered(size/2, "  - g%d: a\n") + numberedFrom(size/2, "k%d: ${k%d}\n"), extra: map[string]string{"conf/g0/a.yaml": "defaults:\n  - /config\n", "train.py": hydra, "run.sh": "python train.py +g=1\n"}},
		{name: "more/stars-in-a-ring-of-tiny-files", path: "train.py", text: trained + "from t0 import *\nvalue = f(x)\n", extra: ring(size)},
		{name: "more/packages-that-export", path: "train.py", text: trained + "from p import *\nvalue = p.p.p.f(x)\n", extra: packages(size)},
		{name: "more/shell-in-tiny-files", path: "run.sh", text: repeat(size/4, "bash a1.sh\n"), extra: shells(size)},
		sh("more-flags-of-arrays", "a=()\n"+numbered(size/2, "a+=(--o%d %[1]d)\n")+repeat(size/2, "python train.py \"${a[@]}\"\n")),
		sh("more-loops-over-launches", "for lr in "+numbered(size/2, "1e-%d ")+"; do for b in "+numbered(size/2, "%d ")+"; do\n"+nested+launch+"done; done\n"),
		sh("more-getopts", "while getopts \""+strings.Repeat("a:b:", size/8)+"\" o; do\ncase $o in\n"+numbered(size/2, "x%d) batch=$OPTARG;;\n")+"esac\ndone\n"+launch),
		sh("more-traps-and-evals", repeat(size, "trap \"$(eval \"echo $batch\")\" EXIT\n")+launch),
	}
}

// nest2 is a mapping in depth, each level with an anchor of its own.
func nest2(size int, line, core string) string {
	depth := depthFor(size, len(line)+2)
	var b strings.Builder
	for i := range depth {
		fmt.Fprintf(&b, strings.Repeat(" ", i)+line, i)
	}
	return b.String() + strings.Repeat(" ", depth) + core + "\n"
}

// growing repeats a head with one part more each time.
func growing(size int, head, part, tail string) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(head + strings.Repeat(part, i) + tail)
	}
	return b.String()
}

func requiring(n int) map[string]string {
	files := map[string]string{"train.py": training}
	for i := range n {
		files[fmt.Sprintf("r%d.txt", i)] = strings.Repeat(fmt.Sprintf("-r r%d.txt\n", i+1), 2) + "torch>=2\n"
	}
	return files
}

func ignoring(size int) map[string]string {
	files := map[string]string{".git/HEAD": "ref: refs/heads/main\n"}
	for i := range max(1, size/200) {
		dir := fmt.Sprintf("d%d/", i%20) + strings.Repeat(fmt.Sprintf("e%d/", i), 3)
		files[dir+".gitignore"] = "*.txt\n!a*.py\n/b/**/c\n" + strings.Repeat("x*y\n", 20)
		files[dir+"a.py"] = "import torch\n"
	}
	return files
}

// ring is very many files of a line or two, each of which imports everything from two others.
func ring(size int) map[string]string {
	files := map[string]string{}
	n := max(2, size/70)
	for i := range n {
		files[fmt.Sprintf("t%d.py", i)] = fmt.Sprintf("import torch\nfrom t%d import *\nfrom t%d import *\nloss.backward()\n", (i+1)%n, (i*7+3)%n)
	}
	return files
}

// packages import everything from what they hold, and hold what imports everything from them.
func packages(size int) map[string]string {
	files := map[string]string{}
	dir := "p/"
	for i := range max(1, min(60, size/120)) {
		files[dir+"__init__.py"] = "from .p import *\nfrom . import p\nfrom .. import *\n__all__ = p.__all__ + ['f']\n"
		files[dir+"m.py"] = fmt.Sprintf("import torch\nfrom .p import *\nfrom p import *\ndef f(x): return f(x) + %d\n", i)
		dir += "p/"
	}
	return files
}

func shells(size int) map[string]string {
	files := map[string]string{"train.py": script}
	n := max(2, size/150)
	for i := range n {
		files[fmt.Sprintf("a%d.sh", i)] = fmt.Sprintf("source a%d.sh\nbash a%d.sh\nbatch=%d python train.py --per_device_train_batch_size $batch\n", (i+1)%n, (i*3+1)%n, i)
	}
	return files
}
