package train

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/run/library"
)

func kindsOf(f *Facts) (list []EventKind) {
	for _, e := range f.Entries() {
		for _, ev := range e.Events() {
			if !slices.Contains(list, ev.Kind) {
				list = append(list, ev.Kind)
			}
		}
	}
	return list
}

func TestBackwardOfOneOfSeveral(t *testing.T) {
	for name, text := range map[string]string{
		"two losses": `
def step(model, x, y, weighted, optimizer):
    loss = (model(x) - y).abs().mean() if weighted else ((model(x) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
`,
		"weighted in place": `
def step(model, x, y, weighted, optimizer):
    loss = (model(x) - y).abs().mean()
    if weighted:
        loss = loss * 2
    loss.backward()
    optimizer.step()
`,
	} {
		if kinds := kindsOf(factsOf(t, imports+text)); !slices.Contains(kinds, Backward) {
			t.Errorf("%s: the events are %v, there is no backward pass", name, kinds)
		}
	}
}

func TestModulesAreKnown(t *testing.T) {
	for name, text := range map[string]string{
		"from a library": `
    model = AutoModel.from_pretrained("gpt2").to("cuda")
    optimizer = torch.optim.SGD(model.parameters(), lr=1)
    model(x).loss.backward()
`,
		"registered": `
    model = Net()
    optimizer = torch.optim.SGD(model.part.parameters(), lr=1)
    model(x).backward()
`,
	} {
		f := factsOf(t, imports+`
from transformers import AutoModel
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        part = torch.nn.Linear(3, 3)
        self.add_module("part", part)
    def forward(self, x):
        return self.part(x).mean()
def step(x):
`+text+`
    optimizer.step()
    print(model)
`)
		covered := false
		for _, e := range f.Entries() {
			printed := e.Calls[len(e.Calls)-1]
			model, _ := printed.Args[0].Value.(*run.Object)
			for _, ev := range e.Events() {
				if o, ok := e.OptimizedBy(ev.Object); ok && ev.Kind == OptimStep {
					covered = covered || library.IsModule(model) && library.IsModule(o.Modules[0]) && e.Covers(model, o.Modules[0])
				}
			}
		}
		if !covered {
			t.Errorf("%s: the optimizer is not seen to hold the model's parameters", name)
		}
	}
}

func TestActivated(t *testing.T) {
	for text, want := range map[string]knowledge.Activation{
		"torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Softmax(1))(x)":                     knowledge.Softmax,
		"torch.nn.Sequential(torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Sigmoid()))(x)": knowledge.Sigmoid,
		"torch.nn.Sequential(*[torch.nn.Linear(3, 3), torch.nn.Sigmoid()])(x)[:, 0]":             knowledge.Sigmoid,
		"appended(torch.nn.Sequential(torch.nn.Linear(3, 3)), torch.nn.Softmax(1))(x)":           knowledge.Softmax,
		"added(torch.nn.Sequential(), torch.nn.Softmax(1))(x)":                                   knowledge.Softmax,
		"torch.nn.Sequential(OrderedDict([('a', torch.nn.Linear(3, 3))]))(x).squeeze(1)":         knowledge.Logits,
		"torch.nn.Sequential(torch.nn.Linear(3, 3), head)(x)":                                    knowledge.NoActivation,
		"x.softmax(1) if y else x.sigmoid()":                                                     knowledge.NoActivation,
		"x.softmax(1).log()":                                                                     knowledge.NoActivation,
		"(torch.softmax(x, 1) if y else torch.nn.functional.softmax(x, 0)).float().view(-1, 3)":  knowledge.Softmax,
	} {
		f := factsOf(t, imports+`
from collections import OrderedDict
def appended(net, layer):
    net.append(layer)
    return net
def added(net, layer):
    net.add_module("last", layer)
    return net
def step(x, y, head):
    torch.nn.functional.cross_entropy(`+text+`, y)
`)
		for _, e := range f.Entries() {
			for _, c := range e.LossCalls() {
				if got := e.Activated(c.Input).By; got != want {
					t.Errorf("%s has been through %q, not %q", text, got, want)
				}
			}
		}
	}
}
