package train

import (
	"strings"
	"testing"
)

// TestEarlySchedules: the first learning rate of a schedule is skipped where its first step comes before the first of
// its optimizer.
func TestEarlySchedules(t *testing.T) {
	const head = "import torch\nfrom torch.optim.lr_scheduler import ReduceLROnPlateau, StepLR\ndef train(model, loader, epochs, flag, start):\n    optimizer = torch.optim.SGD(model.parameters(), 0.1)\n    scheduler = StepLR(optimizer, 10)\n"
	const batches = "        for x in loader:\n            model(x).mean().backward()\n            optimizer.step()\n            optimizer.zero_grad()\n"
	const epoch = "    for epoch in range(epochs):\n"
	made := func(how string) string { return strings.Replace(head, "StepLR(optimizer, 10)", how, 1) }
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"at the start of an epoch":               {head + epoch + "        scheduler.step()\n" + batches, 1},
		"at its end":                             {head + epoch + batches + "        scheduler.step()\n", 0},
		"at both":                                {head + epoch + "        scheduler.step()\n" + batches + "        scheduler.step()\n", 1},
		"told the epoch":                         {head + epoch + "        scheduler.step(epoch)\n" + batches, 0},
		"from the second epoch on":               {head + epoch + "        if epoch > 0:\n            scheduler.step()\n" + batches, 0},
		"as an option":                           {head + epoch + "        if flag:\n            scheduler.step()\n" + batches, 1},
		"once, before":                           {head + "    scheduler.step()\n" + epoch + batches, 0},
		"the optimizer stepped before":           {head + "    optimizer.step()\n" + epoch + "        scheduler.step()\n" + batches, 0},
		"stepped in a warm-up":                   {head + "    for x in loader:\n        model(x).mean().backward()\n        optimizer.step()\n" + epoch + "        scheduler.step()\n" + batches, 0},
		"another stepped before":                 {head + "    other = torch.optim.SGD(start.parameters(), 0.1)\n    other.step()\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"of another optimizer":                   {made("StepLR(torch.optim.SGD(start.parameters(), 0.1), 10)") + epoch + "        scheduler.step()\n" + batches, 0},
		"which goes on":                          {made("StepLR(optimizer, 10, last_epoch=start)") + epoch + "        scheduler.step()\n" + batches, 0},
		"which goes on if there is a checkpoint": {head + "    last = -1\n    if flag:\n        last = start\n    scheduler = StepLR(optimizer, 10, last_epoch=last)\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"which begins":                           {made("StepLR(optimizer, 10, last_epoch=-1)") + epoch + "        scheduler.step()\n" + batches, 1},
		"of transformers":                        {"import transformers\n" + made("transformers.get_linear_schedule_with_warmup(optimizer, 0, 10)") + epoch + "        scheduler.step()\n" + batches, 1},
		"of transformers, long ago":              {"import transformers\n" + made("transformers.WarmupLinearSchedule(optimizer, 0, 10)") + epoch + "        scheduler.step()\n" + batches, 1},
		"of a library that is not known":         {"from lib import Schedule\n" + made("Schedule(optimizer, 10)") + epoch + "        scheduler.step()\n" + batches, 0},
		"one that waits for a metric":            {made("ReduceLROnPlateau(optimizer)") + epoch + "        scheduler.step()\n" + batches, 0},
		"one of several":                         {head + "    if flag:\n        scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"one of several, or a plateau":           {head + "    if flag:\n        scheduler = ReduceLROnPlateau(optimizer)\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"one that goes on, or begins":            {head + "    if flag:\n        scheduler = StepLR(optimizer, 10, last_epoch=start)\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"a class of the project's own":           {"import torch\nclass Own(torch.optim.lr_scheduler.StepLR):\n    pass\n" + made("Own(optimizer, 10)") + epoch + "        scheduler.step()\n" + batches, 1},
		"one with its own step":                  {"import torch\nclass Own(torch.optim.lr_scheduler.StepLR):\n    def step(self):\n        pass\n" + made("Own(optimizer, 10)") + epoch + "        scheduler.step()\n" + batches, 0},
		"one of nobody's":                        {"class Own:\n    def __init__(self, optimizer, n):\n        self.optimizer = optimizer\n" + made("Own(optimizer, 10)") + epoch + "        scheduler.step()\n" + batches, 0},
		"the optimizer in no loop":               {head + epoch + "        scheduler.step()\n    optimizer.step()\n", 0},
		"the optimizer waits":                    {head + "    for i, x in enumerate(loader):\n        scheduler.step()\n        model(x).mean().backward()\n        if i % 4 == 3:\n            optimizer.step()\n", 0},
		"before each step":                       {head + "    for x in loader:\n        scheduler.step()\n        model(x).mean().backward()\n        optimizer.step()\n", 1},
		"behind each step":                       {head + "    for x in loader:\n        model(x).mean().backward()\n        optimizer.step()\n        scheduler.step()\n", 0},
		"shown as a plot first":                  {head + "    for _ in range(9):\n        scheduler.step()\n" + epoch + batches, 0},
		"one that is given":                      {"import torch\ndef train(model, loader, epochs, optimizer, scheduler):\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"one that is given with two":             {"import torch\ndef train(model, loader, epochs, optimizer, d_optimizer, scheduler):\n" + epoch + "        scheduler.step()\n" + batches + "            d_optimizer.step()\n", 0},
		"one with its own attributes":            {"import torch\ndef train(model, loader, epochs, optimizer, scheduler):\n    print(scheduler.warm_up_ratio)\n" + epoch + "        scheduler.step()\n" + batches, 0},
		"one that counts as torch's do":          {"import torch\ndef train(model, loader, epochs, optimizer, scheduler):\n    print(scheduler.last_epoch)\n" + epoch + "        scheduler.step()\n" + batches, 1},
		"two, each early":                        {head + "    second = StepLR(optimizer, 5)\n" + epoch + "        scheduler.step()\n        second.step()\n" + batches, 2},
		"all of a list":                          {head + "    both = [scheduler, StepLR(optimizer, 5)]\n" + epoch + "        for one in both:\n            one.step()\n" + batches, 1},
		"prepared by accelerate": {"from accelerate import Accelerator\n" + head + "    a = Accelerator()\n    model, optimizer, loader, scheduler = a.prepare(model, optimizer, loader, scheduler)\n" + epoch +
			"        scheduler.step()\n" + strings.Replace(batches, "model(x).mean().backward()", "a.backward(model(x).mean())", 1), 1},
		"prepared by accelerate, at its end": {"from accelerate import Accelerator\n" + head + "    a = Accelerator()\n    model, optimizer, loader, scheduler = a.prepare(model, optimizer, loader, scheduler)\n" + epoch +
			strings.Replace(batches, "model(x).mean().backward()", "a.backward(model(x).mean())", 1) + "        scheduler.step()\n", 0},
		"set up by Fabric": {"from lightning.fabric import Fabric\n" + head + "    a = Fabric()\n    model, optimizer = a.setup(model, optimizer)\n" + epoch +
			"        scheduler.step()\n" + strings.Replace(batches, "model(x).mean().backward()", "a.backward(model(x).mean())", 1), 1},
		"beside an engine": {"import deepspeed\n" + head + "    engine, optimizer, _, scheduler = deepspeed.initialize(model=model, optimizer=optimizer, lr_scheduler=scheduler)\n" + epoch +
			"        scheduler.step()\n        for x in loader:\n            engine.backward(engine(x).mean())\n            engine.step()\n            optimizer.step()\n", 0},
		"by a framework": {"import lightning as L\nclass M(L.LightningModule):\n    def training_step(self, loss):\n        s = self.lr_schedulers()\n        s.step()\n        self.manual_backward(loss)\n        self.optimizers().step()\n", 0},
	} {
		if got := len(factsOf(t, c.text).EarlySchedules()); got != c.want {
			t.Errorf("%s: %d schedules begin early, want %d\n%s", name, got, c.want, c.text)
		}
	}
}

// TestCountsBatches: a schedule of a program that accumulates is too long where it counts batches and is stepped with
// the optimizer, and right where the number is divided by the micro-batches of a step.
func TestCountsBatches(t *testing.T) {
	for made, want := range map[string]bool{
		"StepLR(optimizer, len(loader))":                                                true,
		"StepLR(optimizer, step_size=len(loader))":                                      true,
		"StepLR(optimizer=optimizer, step_size=len(loader))":                            true,
		"StepLR(optimizer, len(loader) // n)":                                           false,
		"StepLR(optimizer, len(loader) / n)":                                            false,
		"StepLR(optimizer, epochs * len(loader) // n)":                                  false,
		"StepLR(optimizer, epochs * (len(loader) // n))":                                false,
		"StepLR(optimizer, int(len(loader) / n) * epochs)":                              false,
		"StepLR(optimizer, epochs * len(loader))":                                       true,
		"StepLR(optimizer, len(loader) // m)":                                           true,
		"StepLR(optimizer, n // len(loader))":                                           true,
		"StepLR(optimizer, len(loader) * n)":                                            true,
		"StepLR(torch.optim.SGD(model.parameters(), lr=0.1 * len(loader)), 10)":         false,
		"StepLR(optimizer, epochs)":                                                     false,
		"StepLR(optimizer, 100)":                                                        false,
		"StepLR(optimizer, steps_per_epoch)":                                            true,
		"StepLR(optimizer, num_batches)":                                                true,
		"StepLR(optimizer, total // n)":                                                 false,
		"torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, total_steps=epochs)":       false,
		"torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, epochs, len(loader))":      true,
		"torch.optim.lr_scheduler.OneCycleLR(optimizer, 0.1, epochs, len(loader) // n)": false,
	} {
		f := factsOf(t, "import torch\nfrom torch.optim.lr_scheduler import StepLR\ndef train(model, loader, optimizer, epochs, n, m, steps_per_epoch, num_batches, total):\n    scheduler = "+made+
			"\n    for i, x in enumerate(loader):\n        (model(x).mean() / n).backward()\n        if (i + 1) % n == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n            scheduler.step()\n")
		for _, s := range f.Steps() {
			gate, _ := s.AccumulationGate(s.Of(OptimStep)[0])
			if got := f.CountsBatches(s.Of(Schedule)[0].Object, gate.N); got != want {
				t.Errorf("%s: counts batches %v, want %v", made, got, want)
			}
		}
	}
	if factsOf(t, "").CountsBatches(nil, nil) {
		t.Error("nothing counts batches")
	}
}

// TestDrivesOneOfTwo: a scheduler drives the optimizer that it was made for, or else the only one.
func TestDrivesOneOfTwo(t *testing.T) {
	const loop = "    for x in loader:\n        a.zero_grad()\n        b.zero_grad()\n        (first(x) + second(x)).mean().backward()\n        a.step()\n        b.step()\n        scheduler.step()\n"
	const head = "import torch\nfrom torch.optim.lr_scheduler import StepLR\ndef train(first, second, loader, flag, scheduler=None):\n    a = torch.optim.SGD(first.parameters(), 0.1)\n    b = torch.optim.SGD(second.parameters(), 0.1)\n"
	for name, c := range map[string]struct {
		text string
		want []bool // for each optimizer's step
	}{
		"the first's":        {head + "    scheduler = StepLR(a, 10)\n" + loop, []bool{true, false}},
		"the second's":       {head + "    scheduler = StepLR(optimizer=b, step_size=10)\n" + loop, []bool{false, true}},
		"one of them":        {head + "    scheduler = StepLR(a if flag else b, 10)\n" + loop, []bool{true, true}},
		"not known":          {head + "    scheduler = make()\n" + loop, []bool{false, false}},
		"the only one":       {head + "    scheduler = make()\n" + strings.Replace(loop, "        b.step()\n", "", 1), []bool{true}},
		"the only one, made": {head + "    scheduler = StepLR(a, 10)\n" + strings.Replace(loop, "        b.step()\n", "", 1), []bool{true}},
		"none of those":      {head + "    scheduler = StepLR(b, 10)\n" + strings.Replace(loop, "        b.step()\n", "", 1), []bool{false}},
	} {
		met := 0
		for _, s := range factsOf(t, c.text).Steps() {
			for i, e := range s.Of(OptimStep) {
				if met++; i < len(c.want) && s.Drives(s.Of(Schedule)[0], e) != c.want[i] {
					t.Errorf("%s: drives the step of %s %v, want %v", name, e.Name(), !c.want[i], c.want[i])
				}
			}
		}
		if met != len(c.want) {
			t.Errorf("%s: %d steps, want %d", name, met, len(c.want))
		}
	}
}
