package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestCode: what is read off the words of a file or a class, where nothing is run. The first text of each question is
// what people write; the others look like it.
func TestCode(t *testing.T) {
	class := func(m *python.Module) *python.Class { return m.Body[len(m.Body)-1].(*python.Class) }
	for name, question := range map[string]struct {
		ask     func(m *python.Module) bool
		yes, no []string
	}{
		"slices by rank": {slicesByRank, []string{
			"mine = data[rank::world_size]\n",
			"mine = data[rank * part:(rank + 1) * part]\n",
			"mine = data[part * args.local_rank:]\n",
			"mine = Subset(data, range(rank * part, (rank + 1) * part))\n",
			"mine = [data[i] for i in range(rank, len(data), world_size)]\n",
		}, []string{
			"mine = data[rank:]\n", // the best ones
			"mine = data[start::world_size]\n",
			"mine = data[n * part:]\n",
			"for rank in range(world_size): print(rank)\n",
			"mine = [data[i] for i in range(start, len(data), rank)]\n",
			"mine = range(rank)\n",
		}},
		"sets a mode": {SetsMode, []string{
			"net.eval()\n", "net.train(False)\n", "net.train(mode=was)\n", "net.training = False\n",
		}, []string{
			"net.train()\n", "net.train(loader, 3)\n", "trainer.train(resume_from_checkpoint=True)\n",
			"if net.training: print(1)\n", "eval('1')\n",
		}},
		"an attribute of another is read": {func(m *python.Module) bool { return ReadsOfOthers(m, "layers") }, []string{
			"opt = SGD(net.layers, lr=0.1)\n", "net.net.layers[0]\n",
			"class A:\n    def f(self, other):\n        return other.layers\n",
		}, []string{
			"class A:\n    def f(self):\n        return self.layers\n", "layers = 3\n", "net.heads\n",
		}},
		"a class speaks of its mode": {func(m *python.Module) bool { return speaksOfMode(m, class(m)) }, []string{
			"class A:\n    def f(self):\n        return self.training\n",
			"class A:\n    def f(self):\n        return getattr(self, 'training')\n",
			"class A:\n    def train(self, mode=True):\n        return self\n",
			"class A:\n    def eval(self):\n        return self\n",
			"class A:\n    def f(self, x):\n        return self.dropout(x)\n",
			"class A:\n    def f(self, x):\n        return Dropout(x)\n",
		}, []string{
			"class A:\n    def f(self, x):\n        return self.linear(x)\n",
			"class A:\n    def f(self, x):\n        return getattr(self, 'trainings')\n",
			"class A:\n    def trains(self):\n        return self\n",
			"import torch.nn.functional as F\nclass A:\n    def f(self, x, on):\n        return F.dropout(x, 0.1, training=on)\n",
		}},
		"a class runs what it is given": {func(m *python.Module) bool { return runsParameter(class(m), "block") }, []string{
			"class A:\n    def __init__(self, block):\n        self.net = block(3)\n",
			"class A:\n    def __init__(self, block):\n        self.kept = block\n    def f(self, x):\n        return self.kept(x)\n",
			"class A:\n    def __init__(self, block):\n        self.net = nn.Sequential(*block)\n",
			"class A:\n    def __init__(self, block):\n        self.net = nn.ModuleList(block)\n",
			"class A:\n    def __init__(self, block):\n        self.layers.append(block)\n",
			"class A:\n    def __init__(self, block):\n        for b in block:\n            self.add(b)\n",
			"class A:\n    def __init__(self, block):\n        self.kept = block\n        self.all = [b for b in self.kept]\n",
		}, []string{
			"class A:\n    def __init__(self, block):\n        self.block_size = block\n",
			"class A:\n    def __init__(self, block):\n        self.net = nn.Linear(block, 3)\n",
			"class A:\n    def __init__(self, block):\n        self.kept = block + 1\n    def f(self, x):\n        return self.kept(x)\n",
			"class A:\n    def __init__(self, block):\n        for i in range(block):\n            self.add(i)\n",
		}},
	} {
		for i, text := range append(question.yes[:len(question.yes):len(question.yes)], question.no...) {
			m, err := python.Parse(source.New("train.py", []byte(text)))
			if err != nil {
				t.Fatal(err)
			}
			if want := i < len(question.yes); question.ask(m) != want {
				t.Errorf("%s: %v expected of\n%s", name, want, text)
			}
		}
	}
}

// TestFigureNames: a figure goes by the name under which it is handed on.
func TestFigureNames(t *testing.T) {
	for text, want := range map[string]string{
		"loss": "loss", "state.loss": "loss", "logs['loss']": "loss", "logs[name]": "", "logs[0]": "", "loss.item()": "",
		"logs['a', 'b']": "", "1 - acc": "",
	} {
		m, err := python.Parse(source.New("train.py", []byte(text+"\n")))
		if err != nil {
			t.Fatal(err)
		}
		if got := figureName(m.Body[0].(*python.ExprStmt).Value); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
