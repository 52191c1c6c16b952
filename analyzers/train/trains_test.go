package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
)

// callNamed is the last call of a function or method of that name in the file.
func callNamed(t *testing.T, f *Facts, name string) *python.Call {
	t.Helper()
	var found *python.Call
	for _, c := range f.Module.AllCalls() {
		if python.LastName(c.Func) == name {
			found = c
		}
	}
	if found == nil {
		t.Fatalf("nothing calls %s", name)
	}
	return found
}

func TestTrains(t *testing.T) {
	for name, c := range map[string]struct {
		text           string
		trains, starts bool
	}{
		"a step":          {"def f(model, optimizer, x):\n    model(x).mean().backward()\n    optimizer.step()\n", true, false},
		"a loop":          {"def f(model, optimizer, loader):\n    for x in loader:\n        model(x).mean().backward()\n        optimizer.step()\n", true, false},
		"an evaluation":   {"def f(model, loader):\n    for x in loader:\n        model(x)\n", false, false},
		"a trainer":       {"trainer.train()\n", false, true},
		"another trainer": {"MyTrainer(model).train()\n", false, true},
		"a mode":          {"model.train()\n", false, false},
		"fit":             {"learner.fit(3)\n", false, true},
		"a function":      {"train_model(model)\n", false, true},
		"train alone":     {"train(model)\n", false, true},
		"a test":          {"test(model)\n", false, false},
	} {
		f := factsOf(t, "import torch\n"+c.text)
		if got := f.Trains(); got != c.trains {
			t.Errorf("%s: trains %v", name, got)
		}
		if got := f.StartsTraining(); got != c.starts {
			t.Errorf("%s: starts training %v", name, got)
		}
	}
}

func TestTrainsAfter(t *testing.T) {
	const step = "model(x).mean().backward(); optimizer.step()"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"gradients alone":   {"def main(model, x):\n    s = load()\n    last(s)\n    model(x).mean().backward()\n    print(x.grad)\n", false},
		"behind":            {"def main(model, x):\n    s = load()\n    last(s)\n    " + step + "\n", true},
		"before":            {"def main(model, x):\n    " + step + "\n    s = load()\n    last(s)\n", false},
		"between":           {"def main(model, x):\n    s = load()\n    " + step + "\n    last(s)\n", false},
		"in a helper":       {"def train(model, x):\n    " + step + "\ndef main(model, x):\n    s = load()\n    last(s)\n    train(model, x)\n", true},
		"in the caller":     {"def get():\n    s = load()\n    last(s)\ndef main(model, x):\n    get()\n    " + step + "\n", false},
		"on the other way":  {"def main(model, x, a):\n    if a:\n        s = load()\n        last(s)\n    else:\n        " + step + "\n", false},
		"a trainer's":       {"def main(trainer, optimizer):\n    s = load()\n    last(s)\n    optimizer.zero_grad()\n    trainer.train()\n", true},
		"a trainer's fit":   {"def main(trainer, model):\n    s = load()\n    last(s)\n    trainer.fit(model)\n", true},
		"a mode":            {"def main(model, optimizer):\n    s = load()\n    last(s)\n    model.train(True)\n    optimizer.zero_grad()\n", false},
		"a scaler's step":   {"def main(scaler, optimizer):\n    s = load()\n    last(s)\n    for x in range(9):\n        scaler.step(optimizer)\n", true},
		"an optimizer's":    {"def main(optimizer):\n    s = load()\n    last(s)\n    for x in range(9):\n        optimizer.step()\n", true},
		"one step":          {"def main(optimizer):\n    s = load()\n    last(s)\n    optimizer.step()\n", false},
		"gradients cleared": {"def main(optimizer):\n    s = load()\n    last(s)\n    optimizer.zero_grad()\n", false},
	} {
		f := factsOf(t, "import torch\n"+c.text)
		load, last := callNamed(t, f, "load"), callNamed(t, f, "last")
		if got := f.TrainsAfter(load, python.EnclosingStmt(last)); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestRoleAt(t *testing.T) {
	f := factsOf(t, "import torch\ndef main(model, x):\n    one = torch.optim.SGD(model.parameters(), 1.0)\n    one.load_state_dict(x)\n    one.step()\n"+
		"def idle(optimizer, other):\n    optimizer.other_thing()\n    other.yet_another()\n")
	for name, want := range map[string]knowledge.Role{"load_state_dict": knowledge.Optimizer, "other_thing": knowledge.Optimizer, "yet_another": knowledge.NoRole} {
		if got := f.RoleAt(callNamed(t, f, name)); got != want {
			t.Errorf("%s is called on %v, want %v", name, got, want)
		}
	}
}

func TestLoopUnderManager(t *testing.T) {
	const loop = "for epoch in range(3):\n            for x in loader:\n                model(x).mean().backward()\n                optimizer.step()\n"
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"around":         {"    with profile() as p:\n        " + loop, true},
		"around no loop": {"    with profile() as p:\n        model(loader).mean().backward()\n        optimizer.step()\n", false},
		"beside":         {"    with profile() as p:\n        pass\n    if True:\n        " + loop, false},
		"in the loop":    {"    for epoch in range(3):\n        with profile() as p:\n            for x in loader:\n                model(x).mean().backward()\n                optimizer.step()\n", false},
		"another":        {"    p = profile()\n    with other() as q:\n        " + loop, false},
	} {
		f := factsOf(t, imports+"from torch.profiler import profile\ndef main(model, dataset, optimizer):\n    loader = DataLoader(dataset)\n"+c.text)
		got := f.Around(callNamed(t, f, "profile"))
		if (got != nil) != c.want || got != nil && got.Kind != EpochLoop {
			t.Errorf("%s: %v, want %v", name, got != nil, c.want)
		}
	}
}
