package train

import (
	"strings"
	"testing"
)

// TestWaitingBackward: a backward pass behind a gate, whose other batches are thrown away, or were added to what it
// differentiates.
func TestWaitingBackward(t *testing.T) {
	const head = "import torch\ndef train(model, loader, optimizer, n):\n    total, seen = None, 0\n    for i, (x, y) in enumerate(loader):\n"
	const part = "        part = torch.nn.functional.cross_entropy(model(x), y)\n"
	gate := func(loss string) string {
		return "        if (i + 1) % n == 0:\n            " + loss + ".backward()\n            optimizer.step()\n            optimizer.zero_grad()\n"
	}
	const again = "            total = None\n"
	counted := strings.Replace(gate("total"), "(i + 1) % n == 0", "seen == n", 1)
	for name, c := range map[string]struct{ text, want string }{
		"the loss of the batch alone":    {head + part + gate("part"), "thrown"},
		"divided behind the gate":        {head + part + strings.Replace(gate("part"), "            part", "            part = part / n\n            part", 1), "thrown"},
		"divided before it":              {head + part + "        part = part / n\n" + gate("part"), "thrown"},
		"added up":                       {head + part + "        total = total + part\n" + gate("total") + again, "summed"},
		"added from the other side":      {head + part + "        total = part + total\n" + gate("(total / n)") + again, "summed"},
		"begins with none":               {head + part + "        total = part if total is None else total + part\n" + gate("total") + again, "summed"},
		"none is asked the other way":    {head + part + "        total = total + part if total is not None else part\n" + gate("total") + again, "summed"},
		"another one is asked":           {head + part + "        total = part if y is None else total + part\n" + gate("total") + again, "-"},
		"the sum is not kept":            {head + part + "        total = part if total is None else part + 1\n" + gate("total") + again, "-"},
		"never begins again":             {head + part + "        total = part if total is None else total + part\n" + gate("total"), "-"},
		"begins again in each lap":       {head + "        total = None\n" + part + "        total = part if total is None else total + part\n" + gate("total") + again, "thrown"},
		"counts what waits":              {head + part + "        total = part if total is None else total + part\n        seen += 1\n" + counted + again + "            seen = 0\n", "summed"},
		"counts and never begins again":  {head + part + "        total = part if total is None else total + part\n        seen += 1\n" + counted + again, "-"},
		"counts, and the batch alone":    {head + part + "        seen += 1\n" + strings.Replace(counted, "total", "part", 1) + "            seen = 0\n", "thrown"},
		"added to by a statement":        {head + part + "        total += part\n" + gate("total") + again, "summed"},
		"twice in a batch":               {head + part + "        total += part\n        total += part * 0.1\n" + gate("total") + again, "-"},
		"no gate":                        {head + part + "        part.backward()\n        optimizer.step()\n        optimizer.zero_grad()\n", "-"},
		"every one, and the step waits":  {head + part + "        part.backward()\n" + strings.Replace(gate("x"), "            x.backward()\n", "", 1), "-"},
		"the model waits as well":        {head + strings.Replace(gate("part"), "            part", strings.ReplaceAll(part, "        ", "            ")+"            part", 1), "-"},
		"an append to what is summed up": {strings.Replace(head, "total,", "losses, total,", 1) + part + "        losses.append(part)\n" + gate("sum(losses)") + "            losses = []\n", "summed"},
	} {
		f := factsOf(t, c.text)
		got := "-"
		for _, s := range f.Steps() {
			if s.ThrownAway() != nil {
				got = "thrown"
			}
			if s.SummedUp() != nil {
				got = "summed"
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// TestPartsOfABatch: a loop over the parts of a batch is accumulation by what it goes over, unless the losses are
// scaled in other words.
func TestPartsOfABatch(t *testing.T) {
	const head = "import torch\ndef train(model, loader, optimizer, n):\n    for x in loader:\n        optimizer.zero_grad()\n"
	const step = "        optimizer.step()\n"
	loop := func(over, loss string) string {
		return head + "        for a in " + over + ":\n            loss = " + loss + "\n            loss.backward()\n" + step
	}
	for name, c := range map[string]struct{ text, every string }{
		"as they are":           {loop("x.chunk(n)", "model(a).mean()"), "n"},
		"over n":                {loop("x.chunk(n)", "model(a).mean() / n"), "n"},
		"over something else":   {loop("x.chunk(n)", "model(a).mean() / len(a)"), ""},
		"weighed":               {loop("x.chunk(n)", "model(a).mean() * 0.5"), ""},
		"along the time":        {loop("x.chunk(n, 1)", "model(a).mean()"), ""},
		"of another function":   {loop("torch.split(x, n)", "model(a).mean()"), ""},
		"the items of a batch":  {loop("x", "model(a).mean()"), ""},
		"a range of other name": {loop("range(n)", "model(x[a]).mean()"), ""},
		"steps for each part":   {strings.Replace(loop("x.chunk(n)", "model(a).mean()"), step, "    "+step, 1), ""},
	} {
		f := factsOf(t, c.text)
		got := ""
		for _, s := range f.Steps() {
			if a := s.Accumulated(); a != nil {
				got = a.Text()
			}
		}
		if got != c.every {
			t.Errorf("%s: %q, want %q", name, got, c.every)
		}
	}
}

// TestLengthsOfSchedules: what the length of a schedule counts beside what it steps for.
func TestLengthsOfSchedules(t *testing.T) {
	program := func(length, loop, gate string) string {
		return "import torch\ndef train(model, loader, config):\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, " + length + ")\n    for i in " + loop + ":\n" +
			"        x, y = next(loader)\n        optimizer.zero_grad()\n        torch.nn.functional.cross_entropy(model(x), y).backward()\n" +
			"        optimizer.step()\n        scheduler.step()\n        if " + gate + ":\n            print(model(x).sum())\n"
	}
	epochs := func(length, loop string) string {
		return "import torch\ndef train(model, loader, config):\n    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)\n" +
			"    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, " + length + ")\n    for e in " + loop + ":\n" +
			"        for x, y in loader:\n            optimizer.zero_grad()\n            torch.nn.functional.cross_entropy(model(x), y).backward()\n" +
			"            optimizer.step()\n            scheduler.step()\n"
	}
	const every = "i % config.every == 0"
	for name, c := range map[string]struct {
		text   string
		counts Pace
	}{
		"as many as laps":             {program("config.steps", "range(config.steps)", every), NoPace},
		"evaluations":                 {program("config.steps // config.every", "range(config.steps)", every), PerGate},
		"evaluations, from one on":    {program("config.steps / config.every", "range(1, config.steps + 1)", every), PerGate},
		"one added first":             {program("config.steps // config.every", "range(1, 1 + config.steps)", every), PerGate},
		"begins at two":               {program("config.steps // config.every", "range(2, config.steps + 1)", every), NoPace},
		"two added":                   {program("config.steps // config.every", "range(1, config.steps + 2)", every), NoPace},
		"a part that nothing asks":    {program("config.steps // config.swings", "range(config.steps)", every), NoPace},
		"a number":                    {program("config.steps // 4", "range(config.steps)", "i % 4 == 0"), NoPace},
		"times":                       {program("config.steps * config.every", "range(config.steps)", every), NoPace},
		"of something else":           {program("config.epochs // config.every", "range(config.steps)", every), NoPace},
		"the other way round":         {program("config.every // config.steps", "range(config.steps)", every), NoPace},
		"epochs":                      {epochs("config.epochs", "range(config.epochs)"), PerEpoch},
		"epochs, from one on":         {epochs("config.epochs", "range(1, config.epochs + 1)"), PerEpoch},
		"one epoch less than written": {epochs("config.epochs", "range(config.epochs + 1)"), NoPace},
		"half of the epochs":          {epochs("config.epochs // config.every", "range(config.epochs)"), NoPace},
	} {
		got := NoPace
		for _, m := range factsOf(t, c.text).MispacedSchedules() {
			got = m.Counts
		}
		if got != c.counts {
			t.Errorf("%s: counts %d, want %d", name, got, c.counts)
		}
	}
}
