package train

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestCounts: which values are numbers for sure, and how far that is looked for.
func TestCounts(t *testing.T) {
	length := &run.Object{Kind: run.Result, Operator: "len"}
	half := &run.Object{Kind: run.Result, Operator: "/", Operands: []run.Value{length, run.Int(2)}}
	unknown := &run.Object{Kind: run.Unknown, Word: "loss"}
	mixed := &run.Object{Kind: run.Result, Operator: "+", Operands: []run.Value{length, unknown}}
	for _, c := range []struct {
		name  string
		value run.Value
		depth int
		want  bool
	}{
		{"a constant", run.Float(0), 0, true}, {"a length", length, 1, true}, {"a length too far", length, 0, false},
		{"half of it", half, 2, true}, {"half of it too far", half, 1, false}, {"with something unknown", mixed, 4, false},
		{"something unknown", unknown, 4, false}, {"an operator of nothing", &run.Object{Operator: "+"}, 4, false},
	} {
		if got := numeric(c.value, c.depth); got != c.want {
			t.Errorf("%s: numeric %v, want %v", c.name, got, c.want)
		}
	}
	for _, c := range []struct {
		name  string
		value run.Value
		want  bool
	}{
		{"nothing", nil, false}, {"a constant", run.Int(4), true}, {"a length", length, true},
		{"an option", &run.Object{Kind: run.Unknown, Word: "accumulation_steps"}, true},
		{"a loss", unknown, false}, {"a text", run.Str("4"), false},
	} {
		if got := countsOnly(c.value); got != c.want {
			t.Errorf("%s: counts only %v, want %v", c.name, got, c.want)
		}
	}
}

// TestCountedFrom: how deep a condition is taken apart for what a counter starts from.
func TestCountedFrom(t *testing.T) {
	start := &run.Object{Kind: run.Unknown, Word: "n"}
	c := &run.Condition{Object: &run.Object{Operator: "-", Operands: []run.Value{start, run.Int(1)}}}
	for depth := range maxParts + 2 {
		if got := countedFrom(c, 0); (got == run.Value(start)) != (depth <= maxParts) {
			t.Errorf("%d conditions around it: %v", depth, got)
		}
		c = &run.Condition{Parts: []run.Literal{{Condition: c, Holds: true}}}
	}
}

// TestSchedulesOfTorch: what makes a scheduler that steps on its own count.
func TestSchedulesOfTorch(t *testing.T) {
	for path, want := range map[string]bool{
		"torch.optim.lr_scheduler.StepLR": true, "torch.optim.swa_utils.SWALR": true, knowledge.Plateau: false,
		"transformers.get_linear_schedule_with_warmup": true, "timm.scheduler.CosineLRScheduler": false, "project.Warmup": false,
	} {
		if got := torchSchedule(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestOriginOfFunctions: what functions of libraries give, as graphs go.
func TestOriginOfFunctions(t *testing.T) {
	for path, want := range map[string]origin{
		"sum": computed, "max": computed, "min": computed, "abs": computed, "pow": computed, "next": computed, "len": plain,
		"torch.cat": computed, "torch.utils.checkpoint.checkpoint": forward,
		"torch.utils.checkpoint.checkpoint_sequential": forward, "torch.nn.Linear": plain, "somebody.function": opaque,
	} {
		if got := functionOrigin(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestPartOfOne: whether two modules are parts of the same one, by how they are called.
func TestPartOfOne(t *testing.T) {
	for text, want := range map[string]bool{
		"net.stem, net.tail":           true,  // of the same model
		"self.net.stem, self.net.tail": true,  // of the same attribute
		"self.stem, self.tail":         false, // of a trainer, which has several
		"stem, tail":                   false,
		"net.stem, other.tail":         false,
		"self.head, self.tail":         true, // a layer by its name
		"self.stem, self.stem.block":   false,
	} {
		module, err := python.Parse(source.New("train.py", []byte("run("+text+")\n")))
		if err != nil {
			t.Fatal(err)
		}
		args := module.AllCalls()[0].Args
		if got := partOfOne(args[0].Value, args[1].Value); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestCycledByName: what is called a loader and given to cycle where no run comes to it.
func TestCycledByName(t *testing.T) {
	for text, want := range map[string]bool{
		"batches = cycle(loader)\n":                                                              true,
		"batches = cycle(self.train_loader)\n":                                                   true,
		"batches = cycle(names)\n":                                                               false,
		"loader = DataLoader(data, 8, shuffle=True)\nbatches = cycle(loader)\n":                  true,
		"loader = DataLoader(data, 8, sampler=draws)\nbatches = cycle(loader)\n":                 true,
		"loader = DataLoader(data, batch_sampler=draws)\nbatches = cycle(loader)\n":              true,
		"loader = DataLoader(data, 8, True)\nbatches = cycle(loader)\n":                          true,
		"loader = DataLoader(data, **options)\nbatches = cycle(loader)\n":                        true,
		"loader = DataLoader(data, 8)\nbatches = cycle(loader)\n":                                false,
		"loader = DataLoader(data, batch_size=8, num_workers=2)\nbatches = cycle(loader)\n":      false,
		"loader = get(data)\nloader = DataLoader(data, batch_size=8)\nbatches = cycle(loader)\n": false,
	} {
		f := factsOf(t, imports+"from itertools import cycle\n"+text)
		for _, cycled := range f.Module.Calls("itertools.cycle") {
			if got := f.calledALoader(cycled.Args[0].Value); got != want {
				t.Errorf("%s: %v, want %v", text, got, want)
			}
		}
	}
}

// TestScaledGradientsOfPass: before a backward pass there are no gradients that anything could have scaled.
func TestScaledGradientsOfPass(t *testing.T) {
	f := factsOf(t, imports+`
def main(model, dataset):
    loader = DataLoader(dataset, 8)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    scaler = torch.amp.GradScaler("cuda")
    for x in loader:
        optimizer.zero_grad()
        scaler.scale(model(x).mean()).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
`)
	for _, s := range f.Steps() {
		if backward, _ := s.ScaledGradients(s.Of(Backward)[0]); backward != nil {
			t.Error("scaled gradients before the pass that makes them")
		}
		if backward, optimize := s.ScaledGradients(s.Of(Clip)[0]); backward != s.Of(Backward)[0] || optimize != s.Of(ScalerStep)[0] {
			t.Error("no scaled gradients at the clip", backward, optimize)
		}
	}
}

// TestTrainedAndEvaluated: one method that trains in its first call and evaluates in two more keeps graphs in both
// ways.
func TestTrainedAndEvaluated(t *testing.T) {
	f := factsOf(t, imports+`
def run(model, loader, optimizer=None):
    total = 0
    for x in loader:
        loss = model(x).mean()
        if optimizer is not None:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        total += loss
    return total

def main(model, dataset, held_out, other):
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    print(run(model, DataLoader(dataset, 8), optimizer).item())
    print(run(model, DataLoader(held_out, 8)).item())
    print(run(model, DataLoader(other, 8)).item())
`)
	freed := map[bool]int{}
	for _, a := range f.Accumulations() {
		freed[a.Freed]++
	}
	if freed[true] != 1 || freed[false] != 1 {
		t.Errorf("accumulations by whether a backward pass has gone through them: %v, want one of each", freed)
	}
}

// TestSameLoop: a call is in the innermost loop of another one, however few loops there are.
func TestSameLoop(t *testing.T) {
	loop, other := &python.For{}, &python.For{}
	in := func(loops ...python.Node) *run.Call {
		c := &run.Call{}
		for _, l := range loops {
			c.Laps = append(c.Laps, run.Lap{Loop: l})
		}
		return c
	}
	for name, c := range map[string]struct {
		call, of *run.Call
		want     bool
	}{
		"the only one":     {in(loop), in(loop), true},
		"deeper":           {in(loop, other), in(loop), true},
		"around":           {in(loop), in(loop, other), false},
		"another":          {in(other), in(loop), false},
		"of one in no one": {in(loop), in(), false},
	} {
		if got := sameLoop(c.call, c.of); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestGivenTo: what each of several targets is given, where the values are written one by one.
func TestGivenTo(t *testing.T) {
	for text, want := range map[string]string{
		"a, b = x, y\n": "y", "a, b = x, y, z\n": "", "a, b = f()\n": "", "a, b = [x, y]\n": "y",
	} {
		module, err := python.Parse(source.New("train.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if value := givenTo(module.Body[0].(*python.Assign), 1); value != nil {
			got = module.File.Slice(value.Span())
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
