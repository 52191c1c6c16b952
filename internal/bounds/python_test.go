package bounds

import (
	"fmt"
	"strings"
)

// training is what makes the rules of Python files look, and what makes a script of the
// text behind it: the inputs below stand before it, or inside of it.
const training = `import argparse
import torch
from torch.cuda.amp import autocast, GradScaler
from torch.utils.data import DataLoader
from transformers import Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=8)
args = parser.parse_args()
model = torch.nn.Linear(2, 2).cuda()
scaler = GradScaler()
optimizer = torch.optim.Adam(model.parameters())
loader = DataLoader(data, batch_size=args.batch_size, num_workers=2)
total = 0
for batch in loader:
    optimizer.zero_grad()
    with autocast():
        loss = model(batch).mean()
    loss.backward(retain_graph=True)
    total += loss
    optimizer.step()
`

// trainer starts a training whose batch size is the value at hand.
const trainer = `
arguments = TrainingArguments(output_dir="out", per_device_train_batch_size=value, bf16=True)
Trainer(model=model, args=arguments).train()
`

// pythonInputs are Python texts of about size bytes, each of which made a linear
// question quadratic, exponential or deep.
func pythonInputs(size int) []input {
	value := func(text string) string { return training + "value = " + text + "\n" + trainer }
	statements := func(text string) string { return training + text + "value = 8\n" + trainer }
	inLoop := func(unit string) string {
		return training + "for batch in loader:\n" + repeat(size, "    "+strings.ReplaceAll(unit, "\n", "\n    ")+"\n") + "value = 8\n" + trainer
	}
	list := []input{
		py("empty-withs", statements(repeat(size, "with autocast():\n    pass\n"))),
		py("backslash-newlines", statements(repeat(size, "\\\n"))),
		py("continued-line", value("1"+repeat(size, " + \\\n1"))),
		py("unclosed-parenthesis", "import torch\nx = f(\n"+repeat(size, ordinary)),
		py("unclosed-everywhere", "import torch\n"+repeat(size, "x = f(a, [b\n")),
		py("stars-after-commas", "import torch\nreturn "+repeat(size, "a, *(b), ")+"\nloss.backward(retain_graph=True\n"),
		py("commas-and-blanks", "import torch\nx = (\n"+strings.Repeat(",", size/2)+strings.Repeat(" ", size/2)),
		py("equals-and-blanks", "import torch\nx = $\n"+strings.Repeat("="+strings.Repeat(" ", 300), size/301)),
		py("parentheses", value(nest(size, "(", "1", ")"))),
		py("parentheses-unclosed", value(strings.Repeat("(", size))),
		py("brackets", value(nest(size, "[", "1", "]"))),
		py("braces", value(nest(size, "{", "1", "}"))),
		py("nested-dicts", value(nest(size, "{1: ", "1", "}"))),
		py("nested-tuples", value(nest(size, "(1,", "1", ")"))),
		py("nested-calls", value(nest(size, "f(", "1", ")"))),
		py("nested-keyword-calls", value(nest(size, "dict(a=", "1", ")"))),
		py("nested-ints", value(nest(size, "int(", "1", ")"))),
		py("nested-subscripts", value(nest(size, "a[", "1", "]"))),
		py("minus-signs", value(strings.Repeat("-", size)+"1")),
		py("nots", value(repeat(size, "not ")+"1")),
		py("awaits", value(repeat(size, "await ")+"x")),
		py("lambdas", value(repeat(size, "lambda x: ")+"x")),
		py("lambda-defaults", value(nest(size, "lambda x=", "1", ": x"))),
		py("conditionals", value(repeat(size, "a if b else ")+"1")),
		py("conditionals-nested-left", value(nest(size, "(", "1", " if a else 2)"))),
		py("comprehensions", value(nest(size, "[x for x in ", "y", "]"))),
		py("comprehension-clauses", value("[x "+repeat(size, "for x in x ")+"]")),
		py("generator-sums", value(nest(size, "sum(x for x in ", "y", ")"))),
		py("plus-signs", value("1"+repeat(size, "+1"))),
		py("powers", value("1"+repeat(size, "**1"))),
		py("string-concatenation", value("'a'"+repeat(size, " + 'a'"))),
		py("adjacent-strings", value(repeat(size, "'a' "))),
		py("string-doubling", statements("s = 'a'\n"+repeat(size, "s = s + s\n"))),
		py("string-multiplied", value("'a' * 10**12 + 'b' * 99999999999")),
		py("list-multiplied", value("len([0] * 10**12 + [1] * (1 << 40))")),
		py("ands", value("a"+repeat(size, " and a"))),
		py("comparisons", value("a"+repeat(size, " < a"))),
		py("attributes", value("a"+repeat(size, ".a"))),
		py("calls-of-calls", value("a"+repeat(size, "()"))),
		py("method-chain", value("model"+repeat(size, ".cuda()"))),
		py("subscript-chain", value("a"+repeat(size, "[0]"))),
		py("walruses", value(nest(size, "(a := ", "1", ")"))),
		py("f-strings", value(nest(size, "f'{", "1", "}'"))),
		py("f-string-formats", value("f'"+nest(size, "{a:", "1", "}")+"'")),
		py("f-string-parts", value("f'"+repeat(size, "{a}")+"'")),
		py("f-string-unclosed", value("f'"+repeat(size, "{a"))),
		py("f-string-quotes", "import torch\nx = "+repeat(size, "f'{f\"{")),
		py("quotes", "import torch\nx = "+strings.Repeat("'\"", size/2)),
		py("triple-quotes", "import torch\nx = "+repeat(size, `"""'`)),
		py("huge-dict", value("{"+numbered(size, "'k%d': %[1]d, ")+"}['k0']")),
		py("huge-dict-call", value("dict("+numbered(size, "k%d=%[1]d, ")+")['k0']")),
		py("huge-list", value("["+repeat(size, "1, ")+"][0]")),
		py("huge-tuple-target", statements(repeat(size/2, "a, ")+"= "+repeat(size/2, "b, ")+"\n")),
		py("chained-targets", statements(repeat(size, "a = ")+"1\n")),
		py("elifs", statements("if a == 0:\n    pass\n"+numbered(size, "elif a == %d:\n    b = 1\n"))),
		py("nested-ifs", statements(indented(size, "if a:"))),
		py("nested-loops", statements(indented(size, "for batch in loader:"))),
		py("nested-whiles", statements(indented(size, "while a:"))),
		py("nested-withs", statements(indented(size, "with autocast():"))),
		py("nested-classes", statements(indented(size, "class A:"))),
		py("nested-functions", statements(indented(size, "def f():"))),
		py("nested-trys", statements(nestedTry(size))),
		py("nested-tabs", statements(strings.ReplaceAll(indentedBy(size, "for b in c:", "\t"), "pass", "x = 1"))),
		py("300-nested-loops", statements(indentedDeep(300, "for batch in loader:"))),
		py("90-nested-loops", statements(indentedDeep(90, "for batch in loader:")+repeat(size/2, "x = 1\n"))),
		py("18-nested-loops", statements(indentedDeep(18, "for batch in loader:"))),
		py("one-line-ifs", statements(repeat(size, "if a: b = 1\n"))),
		py("semicolons", statements(repeat(size, "a = 1;")+"\n")),
		py("loops-in-a-row", statements(repeat(size, "for batch in loader:\n    loss = model(batch)\n    loss.backward()\n"))),
		py("steps-in-a-row", inLoop("loss = model(batch)\nloss.backward(retain_graph=True)\noptimizer.step()\noptimizer.zero_grad()")),
		py("squares-of-a-buffer", moduleOf("t = torch.arange(8)\n"+repeat(size/4, "t = t * t + t\n")+"self.t = t\n", "return x @ x + self.t\n")),
		py("squares-of-an-input", moduleOf("self.t = torch.arange(8)\n", repeat(size/4, "x = x * x + x\n")+"return x @ x + self.t\n")),
		py("layers-in-a-list", moduleOf("self.layers = []\n"+repeat(size/4, "self.layers.append(nn.Linear(8, 8))\nkeep(self.layers)\n"),
			"for layer in self.layers:\n    x = layer(x)\nreturn x\n")),
		py("accumulators", inLoop("total += loss")),
		py("losses-appended", inLoop("losses.append(loss)")),
		py("loss-renamed", statements("for batch in loader:\n    l0 = model(batch)\n"+numberedFrom(size, "    l%d = l%d + l%[2]d\n"))),
		py("syncs", inLoop("print(loss.item())")),
		py("empty-cache", inLoop("torch.cuda.empty_cache()")),
		py("star-imports", repeat(size/3, "from a.b import *\n")+statements(repeat(size*2/3, "f(x, y)\n"))),
		py("star-import-of-torch", "from torch import *\n"+statements(repeat(size, "f(x, y)\n"))),
		py("imports", repeat(size, "import a\n")+statements("")),
		py("imports-of-torch", repeat(size, "import torch\n")+statements("")),
		py("names-imported", "from torch import ("+numbered(size, "n%d, ")+")\n"+statements("")),
		py("many-functions", statements(numbered(size, "def f%d(x):\n    return f%[1]d(x)\n"))),
		py("functions-in-a-chain", statements("def f0(x):\n    return x\n"+numberedFrom(size, "def f%d(x):\n    return f%d(x)\n")+"value = f0(1)\n")),
		py("doubling-calls", statements("def f0(x):\n    return x\n"+doubling(size)+"value = "+lastDoubling(size)+"(1)\n")),
		py("doubling-calls-64", statements("def f0(x):\n    return x\n"+numberedTimes(64, "def f%d(x):\n    return f%d(x) + f%[2]d(x)\n")+"value = f64(1)\nfor batch in loader:\n    loss = f64(model(batch))\n    loss.backward()\n")),
		py("doubling-arguments", statements("def f0(x):\n    return x\n"+numberedTimes(64, "def f%d(x):\n    return f%d([x, x])\n")+"value = f64(1)\n")),
		py("doubling-steps", statements("def f0():\n    optimizer.step()\n"+numberedTimes(64, "def f%d():\n    f%d()\n    f%[2]d()\n")+"for batch in loader:\n    f64()\n")),
		py("doubling-methods", doublingMethods()),
		py("doubling-properties", statements("x0 = 1\n"+numberedTimes(300, "x%d = x%d + x%[2]d\n")+"value = x300\n"+trainer)),
		py("doubling-lists", statements("x0 = [1]\n"+numberedTimes(300, "x%d = x%d + x%[2]d\n")+"value = len(x300)\n"+trainer)),
		py("doubling-dicts", statements("x0 = {1: 1}\n"+numberedTimes(300, "x%d = {'a': x%d, 'b': x%[2]d}\n")+"value = x300\n"+trainer)),
		py("doubling-conditions", statements("x0 = 1\n"+numberedTimes(300, "x%d = x%d if a else x%[2]d\n")+"value = x300\n"+trainer)),
		py("doubling-branches", statements("x0 = 1\n"+numberedTimes(300, "if a:\n    x%d = x%d\nelse:\n    x%[1]d = x%[2]d + 1\n")+"value = x300\n"+trainer)),
		py("doubling-inheritance", statements("class C0(torch.nn.Module):\n    pass\n"+numberedTimes(64, "class C%d(C%d, C%[2]d):\n    pass\n")+"model = C64()\n")),
		py("inheritance-chain", statements("class C0(torch.nn.Module):\n    pass\n"+numberedFrom(size, "class C%d(C%d):\n    pass\n"))),
		py("rebound-name", statements(repeat(size, "x = x + 1\n")+"value = x\n"+trainer)),
		py("rebound-model", statements(repeat(size, "model = wrap(model)\n"))),
		py("alternating-names", statements(repeat(size, "a = b\nb = a\n")+"value = a\n"+trainer)),
		py("one-name-many-uses", statements(repeat(size, "x\n"))),
		py("recursion", statements("def f(x):\n    return g(x) + g(x)\ndef g(x):\n    return f(x) + f(x)\n"+repeat(size, "f(g(1))\n")+"value = f(1)\n"+trainer)),
		py("decorators", statements(repeat(size, "@d\n")+"def f():\n    pass\n")),
		py("decorator-calls", statements(numbered(size, "@d(%d)\n")+"def f():\n    pass\n")),
		py("parameters", statements("def f("+numbered(size, "a%d=1, ")+"):\n    pass\n")),
		py("annotations", statements("def f(x: "+nest(size, "list[", "int", "]")+"):\n    pass\n")),
		py("union-types", statements("x: "+repeat(size, "int | ")+"int = 1\n")),
		py("match-cases", statements("match a:\n"+numbered(size, "    case %d:\n        pass\n"))),
		py("match-patterns", statements("match a:\n    case "+nest(size, "[", "x", "]")+":\n        pass\n")),
		py("match-alternatives", statements("match a:\n    case "+repeat(size, "1 | ")+"2:\n        pass\n")),
		py("handlers", statements("try:\n    pass\n"+repeat(size, "except E:\n    pass\n"))),
		py("slices", value("a["+repeat(size, ":, ")+"0]")),
		py("globals", statements("def f():\n"+numbered(size, "    global g%d\n"))),
		py("deletes", statements(repeat(size, "del a\n"))),
		py("argparse-flags", training+numbered(size, "parser.add_argument('--flag_%d', type=int, default=1)\n")+"args = parser.parse_args()\nvalue = args.flag_0\n"+trainer),
		py("argparse-uses", statements(repeat(size, "x = args.batch_size\n"))),
		py("trainers", statements(repeat(size, "Trainer(model=model, args=TrainingArguments('o', per_device_train_batch_size=8)).train()\n"))),
		py("loaders", statements(repeat(size, "loader = DataLoader(data, batch_size=8, num_workers=0)\n"))),
		py("optimizers", statements(numbered(size, "opt%d = torch.optim.SGD(model.parameters(), lr=0.1)\n"))),
		py("schedulers", inLoop("scheduler.step()")),
		py("no-grad-evals", statements(numbered(size, "def evaluate%d(model):\n    model.eval()\n    for b in loader:\n        out = model(b)\n"))),
		py("environment", statements(repeat(size, "os.environ['PYTORCH_CUDA_ALLOC_CONF'] = 'max_split_size_mb:1'\n"))),
		py("dict-filled", statements("kw = {}\n"+numbered(size, "kw['k%d'] = 1\n")+"value = kw['k0']\n"+trainer)),
		py("dict-splats", value("{"+repeat(size, "**kw, ")+"}")),
		py("namespaces", statements(numbered(size, "args.a%d = args.a%[1]d\n"))),
		py("big-power", value("2**10**9")),
		py("big-power-tower", value("9**9**9**9")),
		py("big-shift", value("1 << 10**10")),
		py("int-overflow", value("9223372036854775807 + 1")),
		py("int-literal", value(strings.Repeat("9", size))),
		py("float-overflow", value("1e308 * 10")),
		py("hex-literal", value("0x"+strings.Repeat("f", size))),
		py("big-multiplications", statements("x = 3\n"+repeat(size, "x = x * x\n")+"value = x\n"+trainer)),
		py("big-format", value("'%999999999d' % 1")),
		py("big-format-spec", value("f'{1:>999999999}'")),
		py("big-format-method", value("'{:>999999999}'.format(1)")),
		py("big-range", value("len(list(range(10**12)))")),
		py("big-comprehension", value("sum([1 for i in range(10**9) for j in range(10**9)])")),
		py("join-of-many", value("len(','.join(['a'] * 10**10))")),
		py("replace-growing", statements("s = 'aa'\n"+repeat(size, "s = s.replace('a', 'aa')\n")+"value = len(s)\n"+trainer)),
		py("ljust", value("len('a'.ljust(10**10))")),
		py("directives", statements(repeat(size, "x = 1  # trainlint: ignore[retain-graph] why\n"))),
		py("directives-own-line", statements(repeat(size, "# trainlint: ignore[retain-graph] why\n"))),
		py("directives-of-file", repeat(size, "# trainlint: ignore-file[retain-graph] why\n")+statements("")),
		py("directives-malformed", statements(repeat(size, "x = 1  # trainlint: ignore retain-graph\n"))),
		py("directive-names", statements("x = 1  # trainlint: ignore["+repeat(size, "retain-grahp, ")+"] why\n")),
		py("comments", statements(repeat(size, "# x\n"))),
		py("blank-lines", statements(strings.Repeat("\n", size))),
		py("spaces", statements(strings.Repeat(" ", size)+"\n")),
		py("form-feeds", statements(strings.Repeat("\f", size)+"\n")),
		py("carriage-returns", strings.ReplaceAll(statements(repeat(size, "x = 1\n")), "\n", "\r")),
		py("nul-bytes", statements(strings.Repeat("\x00", size))),
		py("dollar-signs", statements(strings.Repeat("$", size))),
		py("closing-brackets", statements(strings.Repeat(")]}", size/3))),
		py("colons", statements(strings.Repeat(":", size))),
		py("colons-on-lines", statements(strings.Repeat(":\n", size/2))),
		py("equal-signs", statements(strings.Repeat("=", size))),
		py("words", statements(repeat(size, "if "))),
		py("defs", statements(repeat(size, "def "))),
		py("defs-broken", statements(repeat(size, "def f(\n"))),
		py("classes-broken", statements(repeat(size, "class A(:\n"))),
		py("prints", statements(repeat(size, "print 'a'\n"))),
		py("indents-broken", statements(repeat(size, "  x = 1\n x = 2\n"))),
		py("at-signs", statements(strings.Repeat("@", size))),
		py("dots", value(strings.Repeat(".", size))),
		py("unicode", statements(strings.Repeat("é", size/2))),
		py("long-name", value(strings.Repeat("a", size))),
		py("ordinary", repeat(size, ordinary)),
	}
	return list
}

// ordinary is code without anything odd in it.
const ordinary = `
class Reader:
    def __init__(self, path, *, flag=None):
        self.path, self.flag = path, flag

    def read(self, n=10):
        """Reads n lines."""
        found = []
        for i, line in enumerate(open(self.path)):
            if i > n and not self.flag:
                break
            found.append(line.strip().split(",")[0])
        return {"lines": found, "n": len(found)}
`

func py(name, text string) input { return input{name: "python/" + name, path: "train.py", text: text} }

func nestedTry(size int) string {
	var b strings.Builder
	depth := depthFor(size, 2*len("try:\n"))
	for i := range depth {
		b.WriteString(strings.Repeat(" ", i) + "try:\n")
	}
	b.WriteString(strings.Repeat(" ", depth) + "pass\n")
	for i := depth - 1; i >= 0; i-- {
		b.WriteString(strings.Repeat(" ", i) + "finally:\n" + strings.Repeat(" ", i+1) + "pass\n")
	}
	return b.String()
}

func doubling(size int) string {
	return numberedFrom(size, "def f%d(x):\n    return f%d(x) + f%[2]d(x)\n")
}

func lastDoubling(size int) string {
	return fmt.Sprintf("f%d", strings.Count(doubling(size), "def "))
}

func doublingMethods() string {
	methods := numberedTimes(64, "    def f%d(self, x):\n        return self.f%d(x) + self.f%[2]d(x)\n")
	return training + "class M(torch.nn.Module):\n    def f0(self, x):\n        return x\n" + methods +
		"    def forward(self, x):\n        return self.f64(x)\nmodel = M()\nfor batch in loader:\n" +
		"    loss = model(batch)\n    loss.backward()\n    total += loss\nvalue = model.f64(1)\n" + trainer
}

// moduleOf is a module with a constructor and a forward pass, on a GPU.
func moduleOf(init, forward string) string {
	indented := func(lines string) string {
		return "        " + strings.ReplaceAll(strings.TrimSuffix(lines, "\n"), "\n", "\n        ") + "\n"
	}
	return "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
		indented(init) + "\n    def forward(self, x):\n" + indented(forward) + "\n\nnet = Net().cuda()\n"
}
