package train

import "testing"

// TestFastCounters: a counter in an inner loop, in whichever function, outruns the optimizer of the loop over batches.
func TestFastCounters(t *testing.T) {
	const step = "        optimizer.step()\n        optimizer.zero_grad()\n        save(global_step)\n"
	const head = "import torch\ndef train(model, loader, optimizer):\n    global_step = 0\n    for batch in loader:\n"
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"in the micro-batches": {head + "        for part in batch.chunk(4):\n            model(part).mean().backward()\n            global_step += 1\n" + step, 1},
		"as a sum":             {head + "        for part in batch.chunk(4):\n            model(part).mean().backward()\n            global_step = global_step + 1\n" + step, 1},
		"with the step":        {head + "        for part in batch.chunk(4):\n            model(part).mean().backward()\n        global_step += 1\n" + step, 0},
		"now and then": {head + "        for part in batch.chunk(4):\n            model(part).mean().backward()\n            if part.last:\n" +
			"                global_step += 1\n" + step, 0},
		"in a helper's loop": {"import torch\nclass T:\n    def __init__(self, model, optimizer, loader):\n        self.model, self.optimizer, self.loader = model, optimizer, loader\n" +
			"        self.global_step = 0\n    def parts(self, batch):\n        for part in batch.chunk(4):\n            self.model(part).mean().backward()\n" +
			"            self.global_step += 1\n    def fit(self):\n        for batch in self.loader:\n            self.parts(batch)\n            self.optimizer.step()\n" +
			"            self.optimizer.zero_grad()\n            save(self.global_step)\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := len(factsOf(t, c.text).FastCounters()); got != c.want {
				t.Errorf("%d counters, want %d", got, c.want)
			}
		})
	}
}
