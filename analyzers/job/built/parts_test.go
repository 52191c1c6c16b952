package built

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/trainlint/trainlint/analyzers/exact"
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/analyzers/tensor"
	"github.com/trainlint/trainlint/estimator"
)

// two are models of ten parameters in fp32, and of six in bf16, two of them trained, with a buffer.
func two() *Models {
	return &Models{List: []*Model{
		{Own: &job.Own{}, Held: 10, Answer: &model.Answer{Parameters: 10, Trainable: 10, ParameterBytes: 40, TrainableBytes: 40}},
		{Own: &job.Own{}, Held: 1, Answer: &model.Answer{Parameters: 6, Trainable: 2, ParameterBytes: 12, TrainableBytes: 4, BufferBytes: 8}},
	}}
}

// TestEstimated: what the estimator is told is the sum over the models; of one whose parameters may be frozen only the
// weights count.
func TestEstimated(t *testing.T) {
	alone, unsure, open, frozen := two(), two(), two(), two()
	alone.List = alone.List[:1]
	unsure.List[0].Unsure = true
	open.List[1].Gap = &Gap{Reason: "a width"}
	frozen.List[1].Answer.Trainable, frozen.List[1].Answer.TrainableBytes, frozen.List[1].Held = 0, 0, 0
	for name, c := range map[string]struct {
		models *Models
		params int64
		want   estimator.Written
	}{
		"one":             {alone, 10, estimator.Written{Weights: 40, Gradients: 40, Held: 10, Width: 4}},
		"two":             {two(), 16, estimator.Written{Weights: 60, Gradients: 44, Held: 11, InTurn: 40, Width: 2}},
		"one of them":     {unsure, 16, estimator.Written{Weights: 60, Gradients: 4, Held: 1, InTurn: 4, Width: 2, Unsure: true}},
		"one is open":     {open, 0, estimator.Written{}},
		"one is all kept": {frozen, 16, estimator.Written{Weights: 60, Gradients: 40, Held: 10, InTurn: 40, Width: 4}},
	} {
		got := c.models.Estimated()
		if diff := cmp.Diff(&c.want, got.Written); diff != "" || got.Params != c.params {
			t.Errorf("%s: %d parameters, %s", name, got.Params, diff)
		}
	}
}

func TestSums(t *testing.T) {
	models := two()
	if got := models.parameters(); got != 16 {
		t.Errorf("%d parameters", got)
	}
	if got := total([]*model.Answer{models.List[0].Answer, models.List[1].Answer}); got != 16 {
		t.Errorf("%d in total", got)
	}
}

// TestStepOf: a followed step is told move by move.
func TestStepOf(t *testing.T) {
	moves := &estimator.Moves{Owned: []int64{4}}
	got := StepOf(&model.Answer{OutputBytes: 6, Moves: moves, Peaks: tensor.Peaks{Multiplies: true}})
	if got.Moves != moves || got.Outputs != 6 || got.Unmultiplied {
		t.Errorf("%+v", got)
	}
	if !StepOf(&model.Answer{}).Unmultiplied {
		t.Error("a step without a product of matrices has one")
	}
}

// TestInOrder: models are told by their classes, one by one.
func TestInOrder(t *testing.T) {
	a, b, second := &model.Answer{Name: "A"}, &model.Answer{Name: "B"}, &model.Answer{Name: "A"}
	of := func(names ...string) *job.Job {
		j := &job.Job{}
		for _, name := range names {
			j.Own = append(j.Own, &job.Own{Name: name})
		}
		return j
	}
	for name, c := range map[string]struct {
		own        *job.Job
		made, want []*model.Answer
	}{
		"the other way round": {of("net.A", "B"), []*model.Answer{b, a}, []*model.Answer{a, b}},
		"of one class":        {of("A", "A"), []*model.Answer{a, second}, []*model.Answer{a, second}},
		"one of another":      {of("A", "B"), []*model.Answer{a, second}, nil},
		"one more":            {of("A"), []*model.Answer{a, b}, nil},
	} {
		if got := inOrder(c.own, c.made); len(got) != len(c.want) || len(got) > 0 && (got[0] != c.want[0] || got[len(got)-1] != c.want[len(got)-1]) {
			t.Errorf("%s: %v", name, got)
		}
		if c.made[0] == nil {
			t.Errorf("%s: the list was changed", name)
		}
	}
}

// TestConstant: Python's constants, and one that no int64 holds.
func TestConstant(t *testing.T) {
	g := &giver{}
	for _, c := range []struct {
		from run.Value
		want exact.Value
	}{
		{run.None, exact.None}, {run.Bool(true), true}, {run.Int(3), int64(3)}, {run.Float(0.5), 0.5}, {run.Str("a"), "a"}, {run.EllipsisType{}, exact.EllipsisType{}},
	} {
		if got := g.constant(&job.Given{Kind: job.GivenConstant, Constant: c.from}); got != c.want {
			t.Errorf("%v is %v", c.from, got)
		}
	}
	if _, unknown := g.constant(&job.Given{Kind: job.GivenConstant}).(*exact.Unknown); !unknown {
		t.Error("what is no constant is one")
	}
}

func TestPlaceOf(t *testing.T) {
	f := source.New("a.py", []byte("x = 1\ny = 2\n"))
	if got := placeOf(job.Place{File: f, Span: source.Span{Start: 6, End: 7}}); got != (exact.Place{Path: "a.py", Line: 2}) {
		t.Errorf("%+v", got)
	}
	if got := placeOf(job.Place{}); got != (exact.Place{}) {
		t.Errorf("nowhere is %+v", got)
	}
}

// TestLambdas: what a lambda reads may be another thing by the time it is called.
func TestLambdas(t *testing.T) {
	for text, want := range map[string]string{
		"f = lambda x: x + n\nn = 1\n":                              "false",
		"n = 1\nn = 2\nf = lambda x: x + n\n":                       "true",
		"n = 1\nf = lambda x: x + n\nn += 1\n":                      "true",
		"n = 1\nn = 2\nf = lambda n: n + 1\n":                       "false",
		"o.n = 1\no.n = 2\nn = 3\nf = lambda x: x + n\n":            "false",
		"o.n += 1\nn = 3\nf = lambda x: x + n\n":                    "false",
		"m = n = 1\nm = 2\nf = lambda x: x + n\n":                   "false",
		"m = n = 1\nn = 2\nf = lambda x: x + n\n":                   "true",
		"n = 1\ndef g():\n    n = 2\nf = lambda x: x + n\n":         "false",
		"n = 1\nclass A:\n    n = 2\nf = lambda x: x + n\n":         "false",
		"def g(n):\n    return lambda x: x + n\n":                   "false around",
		"def g(n):\n    return lambda n: n + 1\n":                   "false",
		"def g(m):\n    return lambda x: x + n\n":                   "false",
		"def g(m):\n    n = m\n    return lambda x: x + n\n":        "false around",
		"def g(known):\n    return lambda x: x + known\n":           "false",
		"def g(m):\n    return (lambda n: n)(lambda x: x + n)\n":    "false",
		"def g(m):\n    for n in m:\n        f = lambda x: x + n\n": "false around",
	} {
		m, err := python.Parse(source.New("a.py", []byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		var last *python.Lambda
		python.WalkBody(m.Body, func(n python.Node) bool {
			if l, ok := n.(*python.Lambda); ok {
				last = l
			}
			return true
		})
		got := fmt.Sprint(readsChanging(m, last))
		if python.EnclosingFunction(last) != nil && readsAround(last, []string{"known"}) {
			got += " around"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestLoopAt: a loop is found by its place again, and nothing else is.
func TestLoopAt(t *testing.T) {
	f := source.New("a.py", []byte("for a in b:\n    while c:\n        d()\nclass A:\n    pass\n"))
	m, err := python.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	outer := m.Body[0].(*python.For)
	inner := outer.Body[0].(*python.While)
	for _, c := range []struct {
		span source.Span
		want python.Stmt
	}{{outer.Span(), outer}, {inner.Span(), inner}, {inner.Body[0].Span(), nil}, {m.Body[1].Span(), nil}} {
		if got := loopAt(m, job.Place{File: f, Span: c.span}); got != c.want {
			t.Errorf("%v: %v", c.span, got)
		}
	}
	for line, want := range map[int]bool{4: true, 3: false} {
		if got := classIn(m, &model.Answer{Name: "A", Line: line}); (got.File != nil) != want {
			t.Errorf("line %d: %+v", line, got)
		}
	}
	if got := classIn(m, &model.Answer{Name: "B", Line: 4}); got.File != nil {
		t.Errorf("%+v", got)
	}
}

// TestUnfollowed: why a loop is not followed at all, in the order in which it is asked.
func TestUnfollowed(t *testing.T) {
	doubt := func(why string) *job.Doubt { return &job.Doubt{Why: why} }
	own := func() *job.Own { return &job.Own{Name: "Net", Made: &job.Given{}} }
	for want, change := range map[string]func(j *job.Job, trained, beside *job.Own){
		"":                           func(*job.Job, *job.Own, *job.Own) {},
		"which models it trains":     func(j *job.Job, _, _ *job.Own) { j.Own = nil },
		"another model":              func(j *job.Job, _, _ *job.Own) { j.OwnDoubt = doubt("another model") },
		"where its training loop is": func(j *job.Job, _, _ *job.Own) { j.Loop = nil },
		"its width":                  func(_ *job.Job, trained, _ *job.Own) { trained.Doubt = doubt("its width") },
		"a hook":                     func(_ *job.Job, trained, _ *job.Own) { trained.Hooked = doubt("a hook") },
		"the teacher's width":        func(_ *job.Job, _, beside *job.Own) { beside.Doubt = doubt("the teacher's width") },
		"a hook of the teacher":      func(_ *job.Job, _, beside *job.Own) { beside.Hooked = doubt("a hook of the teacher") },
		"which of the parameters of Net are frozen": func(_ *job.Job, _, beside *job.Own) { beside.Frozen = true },
	} {
		trained, beside := own(), own()
		j := &job.Job{Own: []*job.Own{trained}, Loop: &job.Loop{Own: []*job.Own{trained}, Beside: []*job.Own{beside}}}
		change(j, trained, beside)
		got := ""
		if gap := unfollowed(j); gap != nil {
			got = gap.Reason
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOurs: an exception in what a library's loop is written down as is no exception of the program.
func TestOurs(t *testing.T) {
	if got := ours(Gap{Reason: "the program raises KeyError: 'a'", Raised: true, Shapes: true}); got.Raised || got.Shapes ||
		got.Reason != "a step of its framework is not known so far: KeyError: 'a'" {
		t.Errorf("%+v", got)
	}
	if got := ours(Gap{Reason: "a width", Shapes: true}); !got.Shapes || got.Reason != "a width" {
		t.Errorf("%+v", got)
	}
}

// TestValuesApart: a value that holds itself, the first of several, and what stands in a file that cannot be read.
func TestValuesApart(t *testing.T) {
	number := func(n int64) *job.Given { return &job.Given{Kind: job.GivenConstant, Constant: run.Int(n)} }
	g := newGiver(nil, jobOf(t, "\n-- train.py --\nimport torch\nnet = torch.nn.Linear(2, 2)\nopt = torch.optim.Adam(net.parameters())\nfor x in range(3):\n    net(x).sum().backward()\n    opt.step()\n").Sources())
	itself := &job.Given{Kind: job.GivenTuple}
	itself.Items = []*job.Given{number(1), itself}
	held, ok := g.value(itself).(*exact.Tuple)
	if !ok || len(held.Items) != 2 || held.Items[0] != exact.Value(int64(1)) {
		t.Fatalf("%+v", held)
	}
	if u, ok := held.Items[1].(*exact.Unknown); !ok || u.Why != "it is made of itself" {
		t.Errorf("%+v", held.Items[1])
	}
	if again := g.value(itself); again != exact.Value(held) {
		t.Errorf("met again it is %v", again)
	}
	for n, want := range map[int]string{0: "a tuple", 1: "7", 2: "7"} {
		v := &job.Given{Kind: job.GivenTuple, First: true, Items: []*job.Given{number(7), number(8)}[:n]}
		got := "a tuple"
		if first, ok := g.value(v).(int64); ok {
			got = fmt.Sprint(first)
		}
		if got != want {
			t.Errorf("the first of %d: %s", n, got)
		}
	}
	for name, v := range map[string]exact.Value{"a lambda": g.lambda(&job.Given{File: "gone.py"}), "a definition": g.definition(&job.Given{File: "gone.py", Name: "gone.f"})} {
		if u, ok := v.(*exact.Unknown); !ok || u.Why != "gone.py cannot be read" {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if d, ok := g.make(&job.Given{Kind: job.GivenDict, Keys: []*job.Given{number(1)}, Items: []*job.Given{number(2)}}).(*exact.Dict); !ok || d == nil {
		t.Error("a dictionary is none")
	}
	if u, ok := g.make(&job.Given{Kind: job.GivenUnknown, Why: "who knows"}).(*exact.Unknown); !ok || u.Why != "who knows" {
		t.Error("what nobody knows is known")
	}
}
