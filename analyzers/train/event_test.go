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

// What a function does that another one defines and hands on is an entry of its own; one that was called is not.
func TestInnerFunctionsAreEntered(t *testing.T) {
	f := factsOf(t, imports+`
def build(model, optimizer):
    def update(engine, batch):
        loss = model(batch).mean()
        loss.backward()
        optimizer.step()

    def once(batch):
        model(batch).mean().backward()
        optimizer.step()

    once(0)
    return Engine(update)
`)
	var names []string
	for _, e := range f.Entries() {
		if e.Function != nil {
			names = append(names, e.Function.Name())
		}
	}
	if !slices.Equal(names, []string{"build", "update"}) {
		t.Errorf("entered %v, want build and update", names)
	}
}

// Who calls a method whose class leaves others to be written has an instance of a class that writes them: one of the
// file is taken for it.
func TestMethodsLeftOpen(t *testing.T) {
	for name, text := range map[string]string{
		"no class writes it": `
class Trainer:
    def loss_of(self, batch):
        raise NotImplementedError
    def train(self, loader, optimizer):
        for batch in loader:
            self.loss_of(batch).backward()
            optimizer.step()
`,
		"one of the file does": `
class Trainer:
    @abstractmethod
    def loss_of(self, batch):
        pass
    def train(self, loader, optimizer):
        for batch in loader:
            loss = self.loss_of(batch)
            loss.backward()
            optimizer.step()
class Classifier(Trainer):
    def loss_of(self, batch):
        return self.model(batch).mean()
`,
	} {
		if kinds := kindsOf(factsOf(t, imports+"from abc import abstractmethod\n"+text)); !slices.Contains(kinds, Backward) || !slices.Contains(kinds, OptimStep) {
			t.Errorf("%s: the events are %v", name, kinds)
		}
	}
}
