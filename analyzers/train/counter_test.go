package train

import (
	"strings"
	"testing"
)

// TestFastCounters: a counter of optimizer steps is right where it grows by one for each step of the optimizer. One
// that counts in an inner loop, in whichever function, outruns the optimizer of the loop over batches.
func TestFastCounters(t *testing.T) {
	const step = "        optimizer.step()\n        optimizer.zero_grad()\n        save(global_step)\n"
	const head = "import torch\ndef train(model, loader, optimizer):\n    global_step = 0\n    for batch in loader:\n"
	const parts = head + "        for part in batch.chunk(4):\n            model(part).mean().backward()\n"
	const count = "            global_step += 1\n"
	const clear = "        optimizer.step()\n        optimizer.zero_grad()\n"
	// trainer keeps its counter on itself, and each of its methods stands behind the loop.
	trainer := func(methods string) string {
		return "import torch\nclass T:\n    def __init__(self, model, optimizer, loader):\n        self.model, self.optimizer, self.loader = model, optimizer, loader\n" +
			"        self.global_step = 0\n    def fit(self):\n        for batch in self.loader:\n            for part in batch.chunk(4):\n                self.model(part).mean().backward()\n" +
			"                self.global_step += 1\n            self.optimizer.step()\n            self.optimizer.zero_grad()\n" + methods
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"in the micro-batches":  {parts + count + step, 1},
		"as a sum":              {parts + "            global_step = global_step + 1\n" + step, 1},
		"as a sum, one first":   {parts + "            global_step = 1 + global_step\n" + step, 1},
		"a sum of another":      {parts + "            global_step = other + 1\n" + step, 0},
		"with the step":         {parts + "        global_step += 1\n" + step, 0},
		"now and then":          {parts + "            if part.last:\n                global_step += 1\n" + step, 0},
		"down":                  {parts + "            global_step -= 1\n" + step, 0},
		"by what a part holds":  {parts + "            global_step += len(part)\n" + step, 0},
		"by nothing":            {parts + "            global_step += 0\n" + step, 0},
		"begins in each batch":  {head + "        global_step = 0\n" + parts[len(head):] + count + step, 0},
		"begins in each part":   {parts + count + "            global_step = 0\n" + step, 0},
		"is what a loop counts": {head + "        for global_step in range(4):\n            model(batch).mean().backward()\n" + count + step, 0},
		"counts the tries": {head + "        for attempt in range(3):\n            model(batch).mean().backward()\n" + count +
			"            break\n" + step, 0},
		"counts the tries, each its own way": {head + "        while True:\n            try:\n                model(batch).mean().backward()\n                global_step += 1\n" +
			"                break\n            except RuntimeError:\n                continue\n" + step, 0},
		"in the parts of an environment": {head + "        for t in range(4):\n            env.step(model(batch))\n" + count + "        model(batch).mean().backward()\n" + step, 0},
		"in an evaluation":               {head + "        model(batch).mean().backward()\n        for y in val_loader:\n            measure(model(y))\n" + count + step, 0},
		"steps in the inner loop, too":   {parts + "            optimizer.step()\n" + count + step, 0},
		"in no loop over batches":        {"def train(model, parts, optimizer):\n    global_step = 0\n    for part in parts:\n        model(part).mean().backward()\n        global_step += 1\n    optimizer.step()\n    save(global_step)\n", 0},
		"nobody reads it":                {parts + count + clear, 0},
		"only printed":                   {parts + count + clear + "        print(\"steps\", global_step)\n", 0},
		"printed by a logger":            {parts + count + clear + "        log.print(global_step)\n", 1},
		"printed and kept":               {parts + count + clear + "        print(global_step)\n        kept = global_step\n", 1},
		"only tested for the first":      {parts + count + clear + "        if global_step == 0:\n            warm_up()\n", 0},
		"tested for a later one":         {parts + count + clear + "        if global_step == 100:\n            warm_up()\n", 1},
		"divides a sum":                  {parts + count + clear + "        save(total / global_step)\n", 0},
		"divides a sum, whole":           {parts + count + clear + "        save(total // global_step)\n", 0},
		"is divided":                     {parts + count + clear + "        save(global_step / 2)\n", 1},
		"is multiplied":                  {parts + count + clear + "        save(2 * global_step)\n", 1},
		"in a helper's loop": {"import torch\nclass T:\n    def __init__(self, model, optimizer, loader):\n        self.model, self.optimizer, self.loader = model, optimizer, loader\n" +
			"        self.global_step = 0\n    def parts(self, batch):\n        for part in batch.chunk(4):\n            self.model(part).mean().backward()\n" +
			"            self.global_step += 1\n    def fit(self):\n        for batch in self.loader:\n            self.parts(batch)\n            self.optimizer.step()\n" +
			"            self.optimizer.zero_grad()\n            save(self.global_step)\n", 1},
		"another function's name":        {parts + count + clear + "def other(global_step):\n    save(global_step)\n", 0},
		"read by another method":         {trainer("    def save(self):\n        write(self.global_step)\n"), 1},
		"read by nobody":                 {trainer(""), 0},
		"read of another object":         {trainer("def save(other):\n    write(other.global_step)\n"), 0},
		"read by another class":          {trainer("class Other:\n    def save(self):\n        write(self.global_step)\n"), 0},
		"two loops, one counts as it is": {"import torch\ndef count(box):\n    box.global_step += 1\ndef train(model, loader, optimizer, box):\n    for batch in loader:\n        for part in batch.chunk(4):\n            model(part).mean().backward()\n            count(box)\n" + clear + "    for batch in loader:\n        model(batch).mean().backward()\n        count(box)\n" + clear + "    save(box.global_step)\n", 0},
		"named after micro-batches":      {"import torch\ndef train(model, loader, optimizer):\n    micro_step = 0\n    for batch in loader:\n        for part in batch.chunk(4):\n            model(part).mean().backward()\n            micro_step += 1\n" + clear + "        save(micro_step)\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := len(factsOf(t, c.text).FastCounters()); got != c.want {
				t.Errorf("%d counters, want %d\n%s", got, c.want, c.text)
			}
		})
	}
}

// TestCountersBesideAStepThatWaits: the optimizer steps once in several micro-batches, and a counter of its steps that
// counts each of them is too fast. One by which the program decides when to step counts micro-batches, whatever it is
// called.
func TestCountersBesideAStepThatWaits(t *testing.T) {
	gatedBy := func(test, behind string) string {
		return "import torch\ndef train(model, loader, optimizer, n):\n    global_step = 0\n    for i, batch in enumerate(loader):\n        (model(batch).mean() / n).backward()\n" +
			"        if " + test + ":\n            optimizer.step()\n            optimizer.zero_grad()\n        global_step += 1\n" + behind
	}
	const use = "        if global_step >= max_steps:\n            break\n"
	accelerated := func(made string) string {
		return "from accelerate import Accelerator\ndef train(model, optimizer, loader, n, plugin):\n    accelerator = " + made + "\n    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)\n" +
			"    global_step = 0\n    for batch in loader:\n        with accelerator.accumulate(model):\n            accelerator.backward(model(batch).mean())\n            optimizer.step()\n            optimizer.zero_grad()\n" +
			"        global_step += 1\n" + use
	}
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"beside the gate":                  {gatedBy("(i + 1) % n == 0", use), 1},
		"in the gate":                      {"import torch\ndef train(model, loader, optimizer, n):\n    global_step = 0\n    for i, batch in enumerate(loader):\n        (model(batch).mean() / n).backward()\n        if (i + 1) % n == 0:\n            optimizer.step()\n            optimizer.zero_grad()\n            global_step += 1\n" + use, 0},
		"a gate that counts nothing":       {gatedBy("batch.good", use), 0},
		"no gate":                          {gatedBy("True", use), 0},
		"the gate asks the counter":        {gatedBy("(global_step + 1) % n == 0", use), 0},
		"the gate's name asks it":          {strings.ReplaceAll(gatedBy("last", use), "        if last", "        last = (global_step + 1) % n == 0\n        if last"), 0},
		"the gate's name asks another":     {strings.ReplaceAll(gatedBy("last", use), "        if last", "        last = (i + 1) % n == 0\n        if last"), 1},
		"divided by the micro-batches":     {gatedBy("(i + 1) % n == 0", "        save(global_step // n)\n"), 0},
		"divided by something":             {gatedBy("(i + 1) % n == 0", "        save(global_step / 2)\n"), 0},
		"compared with so many times more": {gatedBy("(i + 1) % n == 0", "        if global_step % n == 0:\n            save()\n"), 0},
		"so many times it":                 {gatedBy("(i + 1) % n == 0", "        save(n - global_step)\n"), 0},
		"compared with many of another":    {gatedBy("(i + 1) % n == 0", "        if global_step % k == 0:\n            save()\n"), 1},
		"a number between":                 {gatedBy("(i + 1) % 4 == 0", "        if global_step % 4 == 0:\n            save()\n        if global_step >= max_steps:\n            break\n"), 1},
		"called after any steps":           {strings.ReplaceAll(gatedBy("(i + 1) % n == 0", use), "global_step", "step"), 0},
		"an accelerator that waits":        {accelerated("Accelerator(gradient_accumulation_steps=4)"), 1},
		"one that waits for a setting":     {accelerated("Accelerator(gradient_accumulation_steps=n)"), 1},
		"one that waits for the fourth":    {accelerated("Accelerator(True, False, None, 4)"), 1},
		"one with a plugin":                {accelerated("Accelerator(gradient_accumulation_plugin=plugin)"), 1},
		"one that waits for one":           {accelerated("Accelerator(gradient_accumulation_steps=1)"), 0},
		"one with its defaults":            {accelerated("Accelerator()"), 0},
		"one that another function makes":  {accelerated("make()"), 0},
		"a rollout is learnt from in many": {"import torch\ndef learn(model, optimizer, rollout, n):\n    count = 0\n    for _ in range(4):\n        for part in rollout.parts():\n            (model(part).mean() / n).backward()\n            count += 1\n" +
			"            if count % n == 0:\n                optimizer.step()\n                optimizer.zero_grad()\n    if count % n != 0:\n        optimizer.step()\n        optimizer.zero_grad()\n" +
			"def train(model, loader, optimizer, n):\n    global_step = 0\n    for batch in loader:\n        global_step += 1\n        learn(model, optimizer, collect(model, batch), n)\n" + use, 0},
		"something else of the same method": {accelerated("Gatherer(gradient_accumulation_steps=4)"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			list := factsOf(t, c.text).FastCounters()
			if len(list) != c.want {
				t.Errorf("%d counters, want %d\n%s", len(list), c.want, c.text)
			}
			for _, counter := range list {
				if counter.Inner != nil || counter.Step == nil || counter.Optimize == nil {
					t.Errorf("counts beside a step, and is said to count in the loop %v", counter.Inner)
				}
			}
		})
	}
}

// TestWhereCountersStand: what is said of one.
func TestWhereCountersStand(t *testing.T) {
	const head = "import torch\nfrom accelerate import Accelerator\n"
	for name, c := range map[string]struct {
		text, path, by string
		inside         bool
	}{
		"in the loop": {head + "def train(model, loader, optimizer):\n    global_step = 0\n    for batch in loader:\n        for part in batch.chunk(4):\n            model(part).mean().backward()\n" +
			"            global_step += 1\n        optimizer.step()\n        save(global_step)\n", "global_step", "", true},
		"in a function": {head + "class T:\n    def count(self):\n        self.global_step += 1\n    def train(self, model, loader, optimizer):\n        self.global_step = 0\n        for batch in loader:\n            for part in batch.chunk(4):\n" +
			"                model(part).mean().backward()\n                self.count()\n            optimizer.step()\n            save(self.global_step)\n", "self.global_step", "", false},
		"in a block of a function": {head + "class T:\n    def count(self):\n        with self.lock:\n            self.global_step += 1\n    def train(self, model, loader, optimizer):\n        self.global_step = 0\n        for batch in loader:\n            for part in batch.chunk(4):\n" +
			"                model(part).mean().backward()\n                self.count()\n            optimizer.step()\n            save(self.global_step)\n", "self.global_step", "", false},
		"in a block of the loop": {head + "def train(model, loader, optimizer, lock):\n    global_step = 0\n    for batch in loader:\n        for part in batch.chunk(4):\n            model(part).mean().backward()\n" +
			"            with lock:\n                global_step += 1\n        optimizer.step()\n        save(global_step)\n", "global_step", "", true},
		"under an accelerator": {head + "def train(model, loader, optimizer):\n    accelerator = Accelerator(gradient_accumulation_steps=4)\n    global_step = 0\n    for batch in loader:\n        with accelerator.accumulate(model):\n" +
			"            accelerator.backward(model(batch).mean())\n            optimizer.step()\n        global_step += 1\n        save(global_step)\n", "global_step", "accelerator", true},
	} {
		list := factsOf(t, c.text).FastCounters()
		if len(list) != 1 {
			t.Errorf("%s: %d counters", name, len(list))
			continue
		}
		one := list[0]
		if one.Path != c.path || one.AccumulatedBy() != c.by || one.Inner != nil && one.Inside() != c.inside {
			t.Errorf("%s: %s, by %q, inside %v", name, one.Path, one.AccumulatedBy(), one.Inner != nil && one.Inside())
		}
	}
}
