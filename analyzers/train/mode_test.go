package train

import (
	"strings"
	"testing"
)

// TestStuckModes: a model that eval() leaves in evaluation mode is told; a callback that was too long to be followed to
// its end may set it back behind the place where it was given up.
func TestStuckModes(t *testing.T) {
	program := func(callback string) string {
		return `import torch

class Trainer:
    def __init__(self, model):
        self.model, self.callbacks = model, []

    def told(self):
        for callback in self.callbacks:
            callback(self)

    def run(self):
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        self.model.train()
        for x, y in loader:
            loss = self.model(x, y).sum()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            self.told()

if __name__ == "__main__":
    model = torch.nn.Transformer(8)
    trainer = Trainer(model)
` + callback + `    trainer.callbacks.append(measure)
    trainer.run()
`
	}
	long := strings.Repeat("        n = len([n])\n", 4000)
	const look = "    def measure(t):\n        model.eval()\n        with torch.no_grad():\n            print(model(x, y))\n"
	inherits := func(callback string) string {
		return strings.Replace(program(callback), "class Trainer:", "from installed import Base\n\nclass Trainer(Base):", 1)
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"handed to its base":        {inherits(look + "        t.restore()\n"), 0},
		"its base asked for more":   {inherits(look + "        t.parameters()\n"), 1},
		"its base given a function": {inherits(look + "        t.apply(back)\n"), 0},
		"told to somebody":          {program(look + "        publish(model)\n"), 0},
		"printed":                   {program(look + "        print(model)\n"), 1},
		"only counted":              {program(look + "        print(len(list(model.parameters())))\n"), 1},
		"another set back":          {program(look + "        other.train()\n    other = torch.nn.Linear(1, 1)\n"), 1},
		"set back by its mode":      {program(look + "        model.train(True)\n"), 0},
		"set to evaluation again":   {program(look + "        model.train(False)\n"), 2},
		"left":                      {program("    def measure(t):\n        model.eval()\n        with torch.no_grad():\n            print(model(x, y))\n"), 1},
		"set back":                  {program("    def measure(t):\n        model.eval()\n        with torch.no_grad():\n            print(model(x, y))\n        model.train()\n"), 0},
		"set back far away":         {program("    def measure(t):\n        model.eval()\n" + long + "        with torch.no_grad():\n            print(model(x, y))\n        model.train()\n"), 0},
	} {
		found := 0
		for _, e := range factsOf(t, c.text).Entries() {
			found += len(e.StuckModes())
		}
		if found != c.want {
			t.Errorf("%s: %d modes stick, want %d", name, found, c.want)
		}
	}
}
