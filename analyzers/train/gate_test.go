package train

import (
	"strings"
	"testing"
)

// TestGatesOfSteps: what lets an optimizer step once in n laps, and what only looks like it (TestCountedGates has the
// plain ones).
func TestGatesOfSteps(t *testing.T) {
	const head = "import torch\ndef train(model, loader, optimizer, n, flag):\n    seen, left = 0, n\n    for i, x in enumerate(loader):\n        model(x).mean().backward()\n"
	const step = "            optimizer.step()\n            optimizer.zero_grad()\n"
	const gateClass = "class Gate:\n    def __init__(self, n):\n        self.n, self.seen = n, 0\n    def tick(self):\n        self.seen += 1\n"
	ofGate := strings.Replace(head, "    seen, left = 0, n\n", "    gate = Gate(n)\n", 1) + "        gate.tick()\n"
	for name, c := range map[string]struct {
		text, every string // what is said of n: "-" for no gate, "?" where it does not show
	}{
		"not a modulo":           {head + "        if not (i + 1) % n:\n" + step, "n"},
		"by a name":              {head + "        ready = i % n == n - 1\n        if ready:\n" + step, "n"},
		"by a name for a part":   {head + "        turn = i % n\n        if turn == 0:\n" + step, "n"},
		"in a function":          {"def due(i, k):\n    return (i + 1) % k == 0\n" + head + "        if due(i, n):\n" + step, "k"},
		"down, the other way":    {head + "        left += 1\n        if left == 0:\n" + step + "            left = n\n", "-"},
		"another is counted":     {head + "        other += 1\n        if seen == n:\n" + step + "            seen = 0\n", "-"},
		"another begins again":   {head + "        seen += 1\n        if seen == n:\n" + step + "            other = 0\n", "-"},
		"begins again elsewhere": {head + "        seen += 1\n        if seen == n:\n" + step + "        seen = 0\n", "-"},
		"the other way":          {head + "        seen += 1\n        if seen != n:\n            pass\n        else:\n" + step + "            seen = 0\n", "n"},
		"not yet":                {head + "        seen += 1\n        if seen < n:\n            continue\n" + strings.ReplaceAll(step, "            ", "        ") + "        seen = 0\n", "n"},
		"not yet, and no reset":  {head + "        seen += 1\n        if seen < n:\n            continue\n" + strings.ReplaceAll(step, "            ", "        ") + "        other = 0\n", "-"},
		"not yet, reset anyway":  {head + "        seen += 1\n        if seen < n:\n            pass\n        else:\n" + step + "        seen = 0\n", "-"},
		"two begin again":        {head + "        seen += 1\n        if seen >= n:\n" + step + "            seen, left = 0, 1\n", "n"},
		"another of the two":     {head + "        seen += 1\n        if seen >= n:\n" + step + "            seen, left = 1, 0\n", "-"},
		"or the last":            {head + "        seen += 1\n        if seen == n or i + 1 == len(loader):\n" + step + "            seen = 0\n", "n"},
		"in an object":           {gateClass + "    def due(self):\n        if self.seen < self.n:\n            return False\n        self.seen = 0\n        return True\n" + ofGate + "        if gate.due():\n" + step, "self.n"},
		"a property of one":      {gateClass + "    @property\n    def due(self):\n        return self.seen == self.n\n    def again(self):\n        self.seen = 0\n" + ofGate + "        if gate.due:\n" + step + "            gate.again()\n", "self.n"},
		"of one that goes on":    {gateClass + "    def due(self):\n        return self.seen > self.n\n" + ofGate + "        if gate.due():\n" + step, "-"},
		"not until then":         {head + "        seen += 1\n        if not seen == n:\n" + step + "            seen = 0\n", "-"},
		"between":                {head + "        seen += 1\n        if seen == n == 4:\n" + step + "            seen = 0\n", "-"},
		"what torch found":       {head + "        if torch.isfinite(x).all():\n" + step, "-"},
		"the last of an epoch":   {head + "        if i == len(loader) - 1:\n" + step, "-"},
		"no gate":                {head + strings.ReplaceAll(step, "            ", "        "), "-"},
	} {
		f := factsOf(t, c.text)
		met := false
		for _, s := range f.Steps() {
			for _, e := range s.Of(OptimStep) {
				met = true
				gate, ok := s.AccumulationGate(e)
				got := "-"
				if ok {
					got = "?"
					if gate.Every != nil {
						got = gate.Unit.Module.File.Slice(gate.Every.Span())
					}
				}
				if got != c.every {
					t.Errorf("%s: every %s, want %s", name, got, c.every)
				}
				if ok && gate.Place().Node == nil {
					t.Errorf("%s: the gate stands nowhere", name)
				}
			}
		}
		if !met {
			t.Errorf("%s: no step", name)
		}
	}
}

// TestDividesBy: what makes the sum of n gradients their mean, in whichever words.
func TestDividesBy(t *testing.T) {
	const behind = "\n        if (i + 1) % n == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n"
	for line, want := range map[string]bool{
		"loss = loss / n": true, "loss /= n": true, "loss = loss.div(n)": true, "loss.div_(n)": true, "loss = loss * (1 / n)": true, "loss = 1 / n * loss": true,
		"loss = loss // n": false, "loss = n / loss": false, "loss *= n": false, "loss = loss.mul(n)": false, "loss = loss / m": false, "loss.div_(m)": false,
		"loss = loss.div(n, m)": false, "steps = len(loader) / n": false, "steps = (len(loader) + 1) / n": false, "steps = f(loader) / n": true, "pass": false,
		"total += loss.item(); print(total / n)": false, "total += loss.item(); total /= n": false, "total += loss; total = total / n": true,
		"scale = 1.0; loss = loss * (scale / n)": true, "total += loss.item() * 2; print(total / n)": false,
	} {
		f := factsOf(t, "import torch\ndef train(model, loader, optimizer, n, m):\n    total = 0.0\n    for i, x in enumerate(loader):\n        loss = model(x).mean()\n        "+line+"\n        loss.backward()"+behind)
		for _, s := range f.Steps() {
			gate, ok := s.AccumulationGate(s.Of(OptimStep)[0])
			if !ok {
				t.Errorf("%s: no gate", line)
				continue
			}
			if got := s.DividesBy(gate.Every, gate.Unit); got != want {
				t.Errorf("%s: divides %v, want %v", line, got, want)
			}
		}
	}
}
