package run

import (
	"fmt"
	"strings"
	"testing"
)

// TestEntriesAreNeverChanged fills a dictionary two ways from each of its states: what one way adds, the other has not.
func TestEntriesAreNeverChanged(t *testing.T) {
	states := []*entries{{}}
	for i := range 40 {
		last := states[len(states)-1]
		states = append(states, last.with(Int(i), Str("kept")))
	}
	for n, state := range states {
		left, right := state.with(Str("left"), Int(1)), state.with(Str("right"), Int(2))
		shared := &entries{keys: state.keys, values: state.values, rest: None}
		third := shared.with(Str("third"), Int(3)).with(Str("fourth"), Int(4))
		replaced := left.with(Int(0), Str("replaced"))
		for _, one := range []struct {
			name string
			held *entries
			want map[string]Value
		}{
			{"the state", state, nil},
			{"left", left, map[string]Value{"left": Int(1)}},
			{"right", right, map[string]Value{"right": Int(2)}},
			{"third", third, map[string]Value{"third": Int(3), "fourth": Int(4)}},
			{"replaced", replaced, map[string]Value{"left": Int(1)}},
		} {
			for _, key := range []string{"left", "right", "third", "fourth"} {
				got := at(one.held, Str(key))
				if got != one.want[key] {
					t.Errorf("of %d keys, %s: %q is %v, want %v", n, one.name, key, got, one.want[key])
				}
			}
			for i := range n {
				want := Value(Str("kept"))
				if i == 0 && one.name == "replaced" {
					want = Str("replaced")
				}
				if got := at(one.held, Int(i)); got != want {
					t.Errorf("of %d keys, %s: %d is %v, want %v", n, one.name, i, got, want)
				}
			}
			if at(one.held, Int(n)) != nil && one.name != "replaced" {
				t.Errorf("of %d keys, %s has a key of a later state", n, one.name)
			}
		}
	}
}

func at(e *entries, key Value) Value {
	if i := e.find(key); i >= 0 {
		return e.values[i]
	}
	return nil
}

// TestEqualKeys: Python's 1, 1.0 and True are one key; "1" is another, and so is the class 1 may name.
func TestEqualKeys(t *testing.T) {
	for _, others := range []int{0, 3 * fewKeys} {
		held := &entries{}
		for i := range others {
			held = held.with(Str(fmt.Sprint("key", i)), None)
		}
		held = held.with(Int(1), Str("one")).with(&Tuple{Items: []Value{Int(1), Str("a")}}, Str("pair"))
		for key, want := range map[Value]Value{
			Int(1): Str("one"), Float(1): Str("one"), Bool(true): Str("one"), Str("1"): nil, Float(1.5): nil, Bool(false): nil, Symbol("1"): nil,
		} {
			if got := at(held, key); got != want {
				t.Errorf("beside %d keys: %#v is %v, want %v", others, key, got, want)
			}
		}
		if got := at(held, &Tuple{Items: []Value{Float(1), Str("a")}}); got != Value(Str("pair")) {
			t.Errorf("beside %d keys: a tuple is %v", others, got)
		}
		if got := at(held.without(held.find(Int(1))), Int(1)); got != nil {
			t.Errorf("beside %d keys: what was taken out is %v", others, got)
		}
	}
}

// TestEntriesOfTwoWays reads a dictionary with many keys behind a condition that nobody knows.
func TestEntriesOfTwoWays(t *testing.T) {
	var keys strings.Builder
	for i := range 3 * fewKeys {
		fmt.Fprintf(&keys, "    d['k%d'] = %d\n", i, i)
	}
	program := "def f(n):\n    global x\n    d = {}\n" + keys.String() +
		"    if n:\n        d['a'] = 1\n    else:\n        d['b'] = 2\n        d['c'] = 3\n    x = d['k3'], d['k20'], d['c']\nf(undefined.n)\n"
	if got, want := globals(t, program, "x")[0], "(3, 20, 3)"; got != want {
		t.Errorf("x is %s, want %s", got, want)
	}
}
