package flow

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// usedAgain maps the line of each backward or grad call to what GraphUsedAgain says.
func usedAgain(t *testing.T, text string) map[int]Carry {
	t.Helper()
	f := facts(t, text)
	found := map[int]Carry{}
	for _, c := range f.Module.AllCalls() {
		if k := f.KindOf(c); k == Backward || k == Grad {
			found[f.Module.File.LineOf(c.Span().Start)] = f.GraphUsedAgain(c)
		}
	}
	return found
}

func TestGraphUsedAgain(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want map[int]Carry
	}{
		"two losses over one forward pass": {`out = model(x)
a = out.mean()
b = out.sum()
a.backward()
b.backward()
`, map[int]Carry{4: Carries, 5: CarriesNot}},
		"detached in between": {`out = model(x)
a = out.mean()
b = head(out.detach()).sum()
a.backward()
b.backward()
`, map[int]Carry{4: CarriesNot, 5: CarriesNot}},
		"arms of an if": {`loss = model(x).mean()
if flag:
    loss.backward()
else:
    loss.backward()
`, map[int]Carry{3: CarriesNot, 5: CarriesNot}},
		"carried over laps": {`h = None
for x in loader:
    out, h = model(x, h)
    out.mean().backward()
`, map[int]Carry{4: Carries}},
		"renewed in every lap": {`for x in loader:
    loss = model(x).mean()
    loss.backward()
`, map[int]Carry{3: CarriesNot}},
		"a helper of the file": {`def run(loss):
    loss.backward()
out = model(x)
run(out.mean())
run(out.sum())
`, map[int]Carry{2: Carries}},
		"a caller that is not seen": {`def run(loss):
    loss.backward()
`, map[int]Carry{2: MayCarry}},
	} {
		t.Run(name, func(t *testing.T) {
			got := usedAgain(t, c.text)
			for line, want := range c.want {
				if got[line] != want {
					t.Errorf("line %d: %d, want %d", line, got[line], want)
				}
			}
		})
	}
}

func TestCarries(t *testing.T) {
	f := facts(t, `import torch
out = model(x)
a = out
b = out.detach()
c = out.argmax(dim=1)
d = torch.zeros(3)
e = helper(x)
g = out * d
with torch.no_grad():
    i = model(x)
loss = out.mean()
loss.backward()
`)
	want := map[string]Carry{"out": Carries, "b": CarriesNot, "c": CarriesNot, "d": CarriesNot, "e": MayCarry, "g": Carries, "i": CarriesNot}
	for _, s := range f.Module.Body {
		a, ok := s.(*python.Assign)
		if !ok {
			continue
		}
		name := a.Targets[0].(*python.Name).ID
		if expected, asked := want[name]; asked && f.Carries(a.Value) != expected {
			t.Errorf("%s: %d, want %d", name, f.Carries(a.Value), expected)
		}
	}
}

func TestGradMode(t *testing.T) {
	f := facts(t, `import torch
@torch.no_grad()
def decorated():
    inside_decorated()
def called():
    inside_called()
def either():
    inside_either()
with torch.inference_mode():
    called()
    either()
either()
`)
	want := map[string]Carry{"inside_decorated": CarriesNot, "inside_called": CarriesNot, "inside_either": MayCarry}
	for _, c := range f.Module.AllCalls() {
		if expected, asked := want[lastName(c.Func)]; asked && f.GradMode(c) != expected {
			t.Errorf("%s: %d, want %d", lastName(c.Func), f.GradMode(c), expected)
		}
	}
}
