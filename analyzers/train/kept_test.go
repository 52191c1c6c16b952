package train

import (
	"strings"
	"testing"
)

func TestHookWithoutParameters(t *testing.T) {
	f := factsOf(t, imports+`
def hook():
    pass

def main(model, x):
    model.register_forward_hook(hook)
    model(x).mean().backward()
`)
	if list := f.KeptActivations(); len(list) > 0 {
		t.Errorf("%d activations are kept by a hook that is given none", len(list))
	}
}

// TestKeptActivations: what forward leaves on the module lives until the next pass or for ever, with its graph, whether
// or not anybody wants it. Who asks for it, by a flag or by a name elsewhere, wants it.
func TestKeptActivations(t *testing.T) {
	// module is one whose forward has some lines, with some methods and code behind it.
	module := func(lines, behind string) string {
		return "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self, keep=False):\n        super().__init__()\n        self.fc = nn.Linear(3, 3)\n        self.maps, self.by_name, self.keep = [], {}, keep\n" +
			"    def forward(self, x, wanted=False, mode=None, **kwargs):\n        h = self.fc(x)\n        " + strings.ReplaceAll(lines, "\n", "\n        ") + "\n        return h\n" + behind +
			"def main(loader):\n    net = Net()\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n"
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"replaced":                  {module("self.h = h", ""), 1},
		"collected":                 {module("self.maps.append(h)", ""), 1},
		"by a key":                  {module("self.by_name[0] = h", ""), 1},
		"detached":                  {module("self.h = h.detach()", ""), 0},
		"collected, detached":       {module("self.maps.append(h.detach())", ""), 0},
		"the input":                 {module("self.h = x", ""), 0},
		"a number":                  {module("self.h = h.mean().item()", ""), 0},
		"a shape":                   {module("self.h = h.shape", ""), 0},
		"in training only":          {module("if self.training:\n    self.h = h", ""), 0},
		"not in training":           {module("if not self.training:\n    self.h = h", ""), 0},
		"by a setting":              {module("if self.keep:\n    self.h = h", ""), 0},
		"by an argument":            {module("if wanted:\n    self.h = h", ""), 0},
		"by a mode":                 {module("if mode == \"maps\":\n    self.h = h", ""), 0},
		"by an option":              {module("if kwargs.get(\"maps\"):\n    self.h = h", ""), 0},
		"by a key of the options":   {module("if kwargs[\"maps\"]:\n    self.h = h", ""), 0},
		"where gradients are on":    {module("if torch.is_grad_enabled():\n    self.h = h", ""), 0},
		"by one of two":             {module("if x.shape[0] > 1 and wanted:\n    self.h = h", ""), 0},
		"by the shape":              {module("if x.shape[0] > 1:\n    self.h = h", ""), 1},
		"by the size of a call":     {module("if len(x) > 1:\n    self.h = h", ""), 1},
		"by a level":                {module("if self.level > 1:\n    self.h = h", ""), 0},
		"read elsewhere":            {module("self.h = h", "    def penalty(self):\n        return self.h.norm()\n"), 0},
		"read by a name":            {module("self.h = h", "def show(net):\n    return getattr(net, \"h\")\n"), 0},
		"read detached":             {module("self.h = h", "    def show(self):\n        return self.h.detach()\n"), 1},
		"read as a number":          {module("self.h = h", "    def show(self):\n        return self.h.item()\n"), 1},
		"read as data":              {module("self.h = h", "    def show(self):\n        return self.h.data\n"), 1},
		"cleared elsewhere":         {module("self.maps.append(h)", "    def reset(self):\n        self.maps.clear()\n"), 1},
		"returned elsewhere":        {module("self.maps.append(h)", "    def take(self):\n        return self.maps\n"), 0},
		"set to nothing elsewhere":  {module("self.h = h", "    def reset(self):\n        self.h = None\n"), 1},
		"set to nothing behind":     {module("self.h = h\ny = f(self)\nself.h = None", ""), 0},
		"emptied first":             {module("self.maps = []\nself.maps.append(h)", ""), 0},
		"emptied as a dictionary":   {module("self.by_name = {}\nself.by_name[0] = h", ""), 0},
		"set to a number behind":    {module("self.h = h\nself.h = 0", ""), 1},
		"into a list of the pass":   {module("maps = []\nmaps.append(h)", ""), 0},
		"into a list of the module": {"kept = []\n" + module("kept.append(h)", ""), 1},
		"by a helper":               {module("self.note(h)", "    def note(self, it):\n        self.h = it\n"), 1},
		"by a helper, asked":        {module("if wanted:\n    self.note(h)", "    def note(self, it):\n        self.h = it\n"), 0},
		"by a helper that asks":     {module("self.note(h)", "    def note(self, it):\n        if self.keep:\n            self.h = it\n"), 0},
		"by a hook": {"import torch\nkept = []\ndef hook(module, inputs, output):\n    kept.append(output)\ndef main(loader, net):\n    net.register_forward_hook(hook)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n" +
			"    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n", 1},
		"by a hook that is read": {"import torch\nkept = []\ndef hook(module, inputs, output):\n    kept.append(output)\ndef main(loader, net):\n    net.register_forward_hook(hook)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n" +
			"    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n    return kept\n", 0},
		"what a hook is given": {"import torch\nkept = []\ndef hook(module, inputs, output):\n    kept.append(inputs)\ndef main(loader, net):\n    net.register_forward_hook(hook)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n" +
			"    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n", 0},
		"by a hook, detached": {"import torch\nkept = []\ndef hook(module, inputs, output):\n    kept.append(output.detach())\ndef main(loader, net):\n    net.register_forward_hook(hook)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n" +
			"    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n", 0},
		"by a method as a hook": {"import torch\nclass Keeper:\n    def __init__(self, net):\n        self.outputs = []\n        net.register_forward_hook(self.hook)\n    def hook(self, module, inputs, output):\n        self.outputs.append(output)\n" +
			"def main(loader, net):\n    keeper = Keeper(net)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n", 1},
		"by a hook on the gradients": {"import torch\nkept = []\ndef hook(module, inputs, output):\n    kept.append(output)\ndef main(loader, net):\n    net.register_full_backward_hook(hook)\n    optimizer = torch.optim.SGD(net.parameters(), 0.1)\n" +
			"    for x in loader:\n        optimizer.zero_grad()\n        net(x).mean().backward()\n        optimizer.step()\n", 0},
	} {
		list := factsOf(t, c.text).KeptActivations()
		if len(list) != c.want {
			t.Errorf("%s: %d kept, want %d\n%s", name, len(list), c.want, c.text)
		}
	}
}

// TestWordsForKeptActivations: what is said of one.
func TestWordsForKeptActivations(t *testing.T) {
	for line, want := range map[string]struct {
		target, attribute, value string
		grows, tensor            bool
	}{
		"self.h = h * 2":              {"self.h", "h", "h * 2", false, true},
		"self.maps.append(h)":         {"self.maps", "maps", "h", true, true},
		"self.maps.append(h.mean())":  {"self.maps", "maps", "h.mean()", true, true},
		"self.by_name[\"a\"] = h + 1": {"self.by_name", "by_name", "h + 1", false, true},
		"self.note(h * 3)":            {"self", "h", "h * 3", false, true},
		"self.maps += [h]":            {"self.maps", "maps", "h", true, true},
		"self.a = self.b = h":         {"", "", "", false, false},
	} {
		f := factsOf(t, "import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(3, 3)\n        self.maps, self.by_name = [], {}\n    def note(self, it):\n        self.h = it\n"+
			"    def forward(self, x):\n        h = self.fc(x)\n        "+line+"\n        return h\ndef main(loader):\n    net = Net()\n    for x in loader:\n        net(x).mean().backward()\n")
		list := f.KeptActivations()
		if len(list) != 1 {
			if want.target != "" {
				t.Errorf("%s: %d kept", line, len(list))
			}
			continue
		}
		k := list[0]
		if value := f.Module.File.Slice(k.Value.Span()); k.Target != want.target || k.Attribute != want.attribute || value != want.value || k.Grows != want.grows || k.Tensor != want.tensor {
			t.Errorf("%s: %s (%s) keeps %s, grows %v, tensor %v", line, k.Target, k.Attribute, value, k.Grows, k.Tensor)
		}
	}
}
