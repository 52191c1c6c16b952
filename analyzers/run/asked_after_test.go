package run

import "testing"

// A rule asks when the program has ended: nothing can be called then, not the __iter__ of a class.
func TestElementsBehindTheEnd(t *testing.T) {
	m, unit := ran(t, "class Layers:\n    def __iter__(self):\n        yield 1\nx = Layers()\ny = [1, 2]\n")
	if list, exact := m.Elements(m.Global(unit, "x")); len(list) != 0 || exact {
		t.Errorf("an instance that is asked behind the end gives %v, exactly %v", list, exact)
	}
	if list, exact := m.Elements(m.Global(unit, "y")); len(list) != 2 || !exact {
		t.Errorf("a list that is asked behind the end gives %v, exactly %v", list, exact)
	}
}
