package run

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// stores are the changes that a run notes, one text each: the kind, what is changed, from what to what, and what is
// added.
func stores(m *Machine) []string {
	var list []string
	for _, s := range m.Trace.Stores {
		text := [...]string{StoreName: "name", StoreAttribute: "attribute", StoreItem: "item", StoreAdded: "added", StoreSummed: "summed"}[s.Kind]
		if s.Name != "" {
			text += " " + s.Name
		}
		if s.Key != nil {
			text += " [" + m.brief(s.Key) + "]"
		}
		text += " " + m.brief(s.Old) + " → " + m.brief(s.New)
		if s.Added != nil {
			text += " by " + m.brief(s.Added)
		}
		list = append(list, text)
	}
	return list
}

// brief is a value, an unknown one by its word alone.
func (m *Machine) brief(v Value) string {
	if o, ok := Bare(v).(*Object); ok && (o.Kind == Unknown || o.Kind == Result) {
		return "?" + o.Word
	}
	return m.Show(v)
}

func TestStores(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a sum", "x = 1\nx += 2\n", "summed x 1 → 3 by 2"},
		{"a sum written out", "x = loss()\nx = x + 2\n", "summed x ?loss → ? by 2"},
		{"the other way round", "x = loss()\nx = 2 + x\n", "summed x ?loss → ? by 2"},
		{"of known numbers", "x = 1\nx = x + 2\n", "summed x 1 → 3 by 2"},
		{"a difference", "x = loss()\nx = x - 2\n", "summed x ?loss → ? by 2"},
		{"a product is none", "x = loss()\nx = x * 2\n", ""},
		{"another name is none", "y = loss()\nx = y + 2\n", ""},
		{"of an attribute", "a.n = loss()\na.n += 2\n", "attribute n unbound → ?loss; summed n ?loss → ? by 2; attribute n ?loss → ?"},
		{"of an item", "d = {'k': loss()}\nd['k'] += 2\n", "summed ['k'] ?loss → ? by 2; item ['k'] ?loss → ?"},
		{"an attribute", "class A: pass\no = A()\no.n = 1\no.n = 2\n", "attribute n unbound → 1; attribute n 1 → 2"},
		{"an item", "d = {}\nd['k'] = 1\nd['k'] = 2\nl = [3]\nl[0] = 4\n", "item ['k'] unbound → 1; item ['k'] 1 → 2; item [0] 3 → 4"},
		{"an item of something unknown", "d['k'] = 1\n", "item ['k'] unbound → 1"},
		{"what is added", "l = []\nl.append(1)\nl += [2]\nl.extend((3,))\ns = set()\ns.add(4)\nl.insert(0, 5)\n",
			"added unbound → 1 by 1; added unbound → 2 by 2; added unbound → 3 by 3; added unbound → 4 by 4; added unbound → 5 by 5"},
		{"what is there already", "s = {1}\ns.add(1)\n", ""},
		{"something unknown added", "l = []\nl.extend(more)\n", "added unbound → ?more by ?more"},
		{"an update", "d = {'k': 1}\nd.update({'k': 2, 'm': 3})\n", "item ['k'] 1 → 2; item ['m'] unbound → 3"},
		{"an instance under a name that had one", "import lib\nx = lib.A()\nx = lib.B()\n", "name x an instance of lib.A → an instance of lib.B"},
		{"a name is nothing", "x = 1\nx = 2\nx = loss()\n", ""},
		{"on one way", "class A: pass\no = A()\nif flag():\n    o.n = 1\n", "attribute n unbound → 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := ran(t, c.text)
			if got := strings.Join(stores(m), "; "); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// TestGates: the conditions under which a call happens, in the order in which they were met, and how many of them only
// say which of several objects it is.
func TestGates(t *testing.T) {
	const pick = "class A:\n    def step(self): mark()\nclass B:\n    def step(self): mark()\no = A() if flag else B()\n"
	for _, c := range []struct{ name, text, want string }{
		{"none", "mark()\n", ""},
		{"a test", "if flag:\n    mark()\n", "flag"},
		{"its opposite", "if not flag:\n    mark()\nelse:\n    pass\n", "not flag"},
		{"behind it there is none", "if flag:\n    pass\nmark()\n", ""},
		{"behind a return", "def f():\n    if flag:\n        return\n    mark()\nf()\n", "not flag"},
		{"of the caller", "def f():\n    if other:\n        mark()\nif flag:\n    f()\n", "flag, other"},
		{"a known test", "if 1 > 0:\n    mark()\n", ""},
		{"both", "if flag and other:\n    mark()\n", "flag, other, "},
		{"asked twice", "if flag:\n    if flag:\n        mark()\n", "flag"},
		{"in a loop", "for i in items:\n    if flag:\n        continue\n    mark()\n", "items iterates, not flag; items iterates, not flag"},
		{"behind the loop", "for i in items:\n    pass\nmark()\n", ""},
		{"a comprehension's condition", "x = [mark() for i in (1,) if flag]\n", "flag"},
		{"which object it is", pick + "o.step()\n", "flag; not flag"},
		{"a conditional's branch", "x = mark() if flag else 0\n", "flag"},
		{"the right side of and", "x = flag and mark()\n", "flag"},
		{"the right side of or", "x = flag or mark()\n", "not flag"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := ran(t, c.text)
			var calls []string
			for _, call := range m.Trace.Calls {
				if o, ok := call.Callee.(*Object); ok && o.Word == "mark" {
					calls = append(calls, gateText(call.Gates))
				}
			}
			if got := strings.Join(calls, "; "); got != c.want || len(calls) == 0 {
				t.Errorf("%d calls, under %q, want %q", len(calls), got, c.want)
			}
		})
	}
	chosen := map[string]string{
		"o.step()\n":                          "1 1",
		"if flag:\n    o.step()\n":            "0",
		"f = o.step if flag else len\nf()\n":  "0 0",
		"g = print if flag else len\ng(())\n": "0 0",
	}
	for text, want := range chosen {
		m, _ := ran(t, pick+text)
		var counts []string
		for _, call := range m.Trace.Calls {
			if call.Node != nil && call.Place().Line() > 5 {
				counts = append(counts, fmt.Sprint(call.Chosen))
			}
		}
		if got := strings.Join(counts, " "); got != want {
			t.Errorf("%q: chosen %s, want %s", text, got, want)
		}
	}
}

func gateText(gates []Literal) string {
	var list []string
	for _, g := range gates {
		text := ""
		if g.Condition.Object != nil {
			text = strings.TrimSpace(g.Condition.Object.Word + " " + g.Condition.Operator)
		}
		if !g.Holds {
			text = "not " + text
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// TestLaps: a loop over something known is told lap by lap; of any other the first lap and one for all later ones.
func TestLaps(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"known", "for i in (5, 6, 7):\n    mark(i)\n", "5@0! 6@1! 7@2!"},
		{"of unknown length", "for i in items:\n    mark(1)\n", "1@0 1@1"},
		{"one that trains", "for i in range(3):\n    loss.backward()\n    mark(1)\n", "1@0 1@1"},
		{"one that trains, over two", "for i in range(2):\n    loss.backward()\n    mark(i)\n", "0@0! 1@1!"},
		{"very many", "for i in range(1000):\n    mark(1)\n", "1@0 1@1"},
		{"a while", "n = 0\nwhile n < 2:\n    mark(n)\n    n += 1\n", "0@0! 1@1!"},
		{"a while of unknown length", "while flag():\n    mark(1)\n", "1@0 1@1"},
		{"while True", "while True:\n    mark(1)\n    if flag():\n        break\n", "1@0 1@1"},
		{"never", "for i in ():\n    mark(1)\nwhile False:\n    mark(2)\n", ""},
		{"one within another", "for i in (1, 2):\n    for j in items:\n        mark(i)\n", "1@00 1@01 2@10 2@11"},
		{"behind it", "for i in (1, 2):\n    pass\nmark(i)\n", "2@"},
		{"in a function that it calls", "def f():\n    mark(1)\nfor i in (1, 2):\n    f()\n", "1@0! 1@1!"},
		{"a comprehension", "x = [mark(i) for i in (1, 2)]\n", "1@0! 2@1!"},
		{"left at once", "for i in (1, 2, 3):\n    mark(i)\n    break\n", "1@0!"},
		{"left under a condition", "for i in (1, 2):\n    mark(i)\n    if flag():\n        break\n", "1@0! 2@1!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := ran(t, c.text)
			var list []string
			for _, call := range m.Trace.Calls {
				o, ok := call.Callee.(*Object)
				if !ok || o.Word != "mark" {
					continue
				}
				text := m.brief(call.Args[0].Value) + "@"
				exact := len(call.Laps) > 0
				for _, l := range call.Laps {
					text += fmt.Sprint(l.N)
					exact = exact && l.Exact
				}
				if exact {
					text += "!"
				}
				list = append(list, text)
			}
			if got := strings.Join(list, " "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestTurns: how often a loop goes round, and what its last lap was given.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		text  string
		turns int
		item  string
	}{
		{"for i in (1, 2, 3):\n    pass\n", 3, "3"},
		{"for i in (1, 2, 3):\n    break\n", 1, "1"},
		{"for i in items:\n    pass\n", 2, "?"},
		{"for i in [4]:\n    pass\n", 1, "4"},
		{"while True:\n    f()\n    break\n", 1, "unbound"},
	} {
		m, _ := ran(t, c.text)
		loop := m.Trace.Loops[0]
		if got := m.brief(loop.Item); loop.Turns != c.turns || got != c.item {
			t.Errorf("%q: %d turns, the last with %s, want %d with %s", c.text, loop.Turns, got, c.turns, c.item)
		}
	}
}

// TestReturns: what functions give at each of their ends, and to whom.
func TestReturns(t *testing.T) {
	m, _ := ran(t, "def f(n):\n    return n + 1\ndef g():\n    return f(1)\ndef h(): pass\ng()\nf(5)\nh()\n")
	var list []string
	for _, r := range m.Trace.Returns {
		list = append(list, fmt.Sprintf("%s gives %s to line %d", r.Function.Name(), m.Show(r.Value), r.Caller.Place().Line()))
	}
	if got, want := strings.Join(list, "; "), "f gives 2 to line 4; g gives 2 to line 6; f gives 6 to line 7; h gives None to line 8"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestHidden: a run may leave out statements and calls; what they would have given is not known.
func TestHidden(t *testing.T) {
	module := parsed(t, "script.py", "def f(): return 1\nx = f()\ny = 2\ny = 3\nz = [f(), 4]\n")
	m := New(Options{Main: module, Hides: func(n python.Node) bool {
		if c, ok := n.(*python.Call); ok {
			return c.Span().Start > 20
		}
		s, ok := n.(*python.Assign)
		return ok && module.File.LineOf(s.Span().Start) == 4
	}})
	m.Run(module, "script")
	scope := m.Unit(module, "script").scope
	got := m.Show(m.get(scope, "x")) + ", " + m.Show(m.get(scope, "y")) + ", " + m.Show(m.get(scope, "z"))
	if want := "unknown (left out of this run), 2, [unknown (left out of this run), 4]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestSkipped: a function that is not followed gives something unknown, and does nothing.
func TestSkipped(t *testing.T) {
	module := parsed(t, "script.py", "class A:\n    def __call__(self): mark(2)\ndef f():\n    mark(1)\n    return 1\nx = f()\ny = A()()\n")
	for skip, want := range map[bool]string{false: "1 None 1; 2", true: "unknown (the result of f, which is not followed) unknown A (the result of a call that is not seen) "} {
		m := New(Options{Main: module, Skips: func(*Function) bool { return skip }})
		m.Run(module, "script")
		scope := m.Unit(module, "script").scope
		got := m.Show(m.get(scope, "x")) + " " + m.Show(m.get(scope, "y")) + " " + strings.Join(m.marks(), "; ")
		if got != want {
			t.Errorf("skips %v: %s, want %s", skip, got, want)
		}
	}
}

// TestOverAndStopped: a run that is out of steps says so, and when it was.
func TestOverAndStopped(t *testing.T) {
	const text = "x = 1\n" + "for i in range(60):\n    y = [i, i]\n" + "z = 2\n"
	module := parsed(t, "script.py", text)
	whole := New(Options{Main: module})
	whole.Run(module, "script")
	if whole.Over() || whole.Stopped() != 0 {
		t.Errorf("a short program: over %v, stopped at %d", whole.Over(), whole.Stopped())
	}
	cut := New(Options{Main: module, Steps: whole.Spent() / 2})
	cut.Run(module, "script")
	scope := cut.Unit(module, "script").scope
	if x, z := cut.get(scope, "x"), cut.get(scope, "z"); !cut.Over() || cut.Stopped() == 0 || x != Value(Int(1)) || z != nil {
		t.Errorf("half of the steps: over %v, stopped at %d, x is %s, z is %s", cut.Over(), cut.Stopped(), cut.Show(x), cut.Show(z))
	}
	cut.Renew(2 * whole.Spent())
	if cut.Over() || cut.Stopped() != 0 || cut.Spent() != 0 {
		t.Errorf("with new steps: over %v, stopped at %d, spent %d", cut.Over(), cut.Stopped(), cut.Spent())
	}
}

// Behind a spread, nobody knows which parameter an argument is for.
func TestPassedBehindASpread(t *testing.T) {
	c := &Call{Args: []Argument{{Value: Int(1)}, {Star: 1}, {Value: Int(5)}, {Name: "k", Value: Int(7)}}}
	for _, want := range []struct {
		name      string
		position  int
		value     Value
		uncertain bool
	}{{"a", 0, Int(1), false}, {"b", 1, nil, true}, {"c", 2, nil, true}, {"k", -1, Int(7), false}} {
		if v, uncertain := c.Argument(want.name, want.position); v != want.value || uncertain != want.uncertain {
			t.Errorf("%s is %v, uncertain %v", want.name, v, uncertain)
		}
	}
}
