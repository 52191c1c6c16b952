package train

import (
	"strings"
	"testing"
)

// TestStuckModes: a model that eval() leaves in evaluation mode is told; a callback that was too long to be followed to its end
// may set it back behind the place where it was given up.
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
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"left":              {program("    def measure(t):\n        model.eval()\n        with torch.no_grad():\n            print(model(x, y))\n"), 1},
		"set back":          {program("    def measure(t):\n        model.eval()\n        with torch.no_grad():\n            print(model(x, y))\n        model.train()\n"), 0},
		"set back far away": {program("    def measure(t):\n        model.eval()\n" + long + "        with torch.no_grad():\n            print(model(x, y))\n        model.train()\n"), 0},
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
