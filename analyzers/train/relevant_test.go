package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestInterest: a pipeline that only generates is not followed, what may be part of a training step is.
func TestInterest(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"denoises": {"@torch.no_grad()\ndef generate(self, noise):\n    for t in self.scheduler.timesteps:\n" +
			"        noise = self.scheduler.step(self.unet(noise, t), t, noise).prev_sample\n    return noise\n", false},
		"a learning rate's schedule":  {"def advance(self, epoch, loss):\n    self.scheduler.step(epoch, loss)\n", true},
		"an optimizer with a closure": {"def advance(self, closure):\n    loss = self.optimizer.step(closure)\n    return loss\n", true},
		"no_grad inside":              {"def check(model, loader):\n    for batch in loader:\n        with torch.no_grad():\n            model(batch)\n", true},
		"no_grad around, mode inside": {"@torch.no_grad()\ndef check(model, loader):\n    model.eval()\n    for batch in loader:\n        model(batch)\n", true},
		"a bar is told of each step": {"def generate(self, steps):\n    for t in steps:\n        progress_bar.update()\n" +
			"        callback_on_step_end(self, t)\n        xm.mark_step()\n", false},
		"a model is updated":       {"def advance(self, batches):\n    for b in batches:\n        self.agent.update(b)\n", true},
		"the first parameter":      {"def place(self, x):\n    return x.to(next(self.encoder.parameters()).device)\n", false},
		"parameters":               {"def build(self):\n    return make(self.encoder.parameters())\n", true},
		"a signature's parameters": {"def takes(f):\n    return 'timesteps' in inspect.signature(f).parameters\n", false},
		"weights are loaded":       {"def main(net, path):\n    net.load_state_dict(read(path))\n    run(net)\n", true},
		"layers one by one":        {"class N(nn.Module):\n    def forward(self, x):\n        for resnet in self.resnets:\n            x = resnet(x)\n        return x\n", false},
		"layers are made":          {"class N(nn.Module):\n    def __init__(self):\n        for i in range(3):\n            self.blocks.append(resnet_of(i, model))\n", false},
		"outputs are kept":         {"def collect(model, loader, kept):\n    for x in loader:\n        kept.append(model(x))\n", true},
		"kept by who is asked without a graph": {"@torch.no_grad()\ndef generate(self, images):\n    return self.embed(images)\n" +
			"def embed(self, images):\n    return self.each(images)\n" +
			"def each(self, images, kept):\n    for x in images:\n        kept.append(self.encoder(x))\n", false},
		"kept by who is asked with a graph, too": {"@torch.no_grad()\ndef generate(self, images):\n    return self.embed(images)\n" +
			"def embed(self, images, kept):\n    for x in images:\n        kept.append(self.encoder(x))\n" +
			"def train_step(self, images):\n    return self.embed(images)\n", true},
		"kept by who calls itself": {"def embed(self, images, kept):\n    for x in images:\n        kept.append(self.encoder(x))\n" +
			"        self.embed(x, kept)\n", true},
		"a script keeps it": {"def embed(images, kept):\n    for x in images:\n        kept.append(encoder(x))\n" +
			"embed(read(), [])\n@torch.no_grad()\ndef again(images):\n    embed(images, [])\n", true},
		"the first of the parameters":  {"def place(self, x):\n    return x.to(next(iter(self.encoder.parameters())).dtype)\n", false},
		"modules are listed":           {"def place(self):\n    for m in self.modules():\n        print(m)\n", false},
		"no_grad around, nothing else": {"@torch.no_grad()\ndef check(model, items):\n    for item in items:\n        print(item)\n", false},
	} {
		m, err := python.Parse(source.New("pipeline.py", []byte(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		if got := len(interestOf(m).functions) > 0; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
