package tensor

import "testing"

// TestPicks: what a mask picks is one element or all of them where somebody takes that, and ends the run where nobody
// does. An index keeps the mask, as torch does, and masked_select what it picks of, too.
func TestPicks(t *testing.T) {
	const elements = 2 * 3 * 16
	for _, c := range []struct {
		op    string
		args  []Value
		picks *Picks
		rows  int64 // that come out; 0: it ends
		saved int64
	}{
		{"__getitem__", nil, nil, 0, 0},
		{"__getitem__", nil, &Picks{}, 0, 0},
		{"__getitem__", nil, &Picks{Taken: true}, 1, elements},
		{"__getitem__", nil, &Picks{Taken: true, All: true}, elements, elements},
		{"masked_select", nil, &Picks{Taken: true, All: true}, elements, elements + 4*elements},
		{"nonzero", []Value{}, &Picks{Taken: true}, 1, 0},
		{"nonzero", []Value{}, &Picks{Taken: true, All: true}, elements, 0},
		{"nonzero", []Value{}, nil, 0, 0},
		{"unique", []Value{}, &Picks{Taken: true, All: true}, elements, 0},
		{"unique", []Value{}, &Picks{}, 0, 0},
	} {
		tape := NewTape()
		tape.Picks = c.picks
		x, mask := NewTensor(Float32, 2, 3, 16), NewTensor(Bool8, 2, 3, 16)
		x.RequiresGrad = true
		args := []Value{x, mask}
		if c.args != nil {
			args = []Value{mask}
		}
		y, err := tape.Call("Tensor."+c.op, args, nil)
		if err != nil {
			if c.rows != 0 {
				t.Errorf("%s: %v", c.op, err)
			}
			continue
		}
		if got := y.(*Tensor).Shape[0]; got != c.rows {
			t.Errorf("%s, %+v: %d rows, want %d", c.op, c.picks, got, c.rows)
		}
		if got := tape.SavedBytes(y); got != c.saved {
			t.Errorf("%s, %+v: saves %d, want %d", c.op, c.picks, got, c.saved)
		}
		if c.picks.Asked != true || c.picks.All && c.picks.Most != elements {
			t.Errorf("%s: %+v", c.op, c.picks)
		}
	}
}
