package knowledge

import "testing"

// TestTakesSteps: a loss that is tried out speaks of what it optimizes, and changes no weights.
func TestTakesSteps(t *testing.T) {
	for text, want := range map[string]bool{
		`"""Optimizes IoU directly, optimised for speed"""` + "\nloss.backward()": false, "opt = torch.optim.Adam(p)": true,
		"from bitsandbytes.optim import Adam8bit as A": true, "optimizer = make(model)": true, "self.optim_G = build(net)": true,
		"w.data -= lr * w.grad": true, "engine.step()": true, "class Optimiser(Base):": true, "OPTIMIZER = 'adam'": true, "loss.backward()": false,
	} {
		if got := TakesSteps([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
