package run

import "github.com/trainlint/trainlint/analyzers/python"

// Values cost what they hold: a short program can make very many long ones, and values that hold each other twice stand
// for more than any walk over them could see.

// copied pays for n items that are copied, written down or compared: each is worth much less than a statement.
func (m *Machine) copied(n int) { m.spend(n / 8) }

// Paid takes steps off what the file may cost, and not off what this run may do: work that stands behind a statement
// whose steps are counted.
func (m *Machine) Paid(steps int) { m.Main.Meter.Spend(steps) }

// Pay is how a library counts work of its own; it reports whether there is any left.
func (m *Machine) Pay(steps int) bool { return m.spend(steps) }

// written is a text that was computed; nil for one that is too long.
func (m *Machine) written(text string) Value {
	if m.spend(len(text) / 64); len(text) > maxText {
		return nil
	}
	return Str(text)
}

// maxText bounds the texts that are computed.
const maxText = 1 << 16

// maxWeight bounds the values that a tuple holds, those in its tuples included. Lists and dictionaries have an
// identity, so that who walks over them can see that they were there; tuples have none.
const maxWeight = 10_000

// tuple is a tuple of values; something unknown when it holds too many.
func (m *Machine) tuple(list []Value, at python.Node) Value {
	m.copied(len(list))
	return m.bounded(&Tuple{Items: list}, at)
}

// bounded is a value, or something unknown in place of a tuple that holds too many.
func (m *Machine) bounded(v Value, at python.Node) Value {
	if t, ok := v.(*Tuple); ok && t.weigh() > maxWeight {
		return m.unknown(at, "a tuple of too many values")
	}
	return v
}

// weigh counts the values in a tuple, those in its tuples included.
func (t *Tuple) weigh() int {
	if t.weight == 0 {
		t.weight = 1
		for _, item := range t.Items {
			t.weight += weightOf(item)
		}
	}
	return t.weight
}

func weightOf(v Value) int {
	switch v := Bare(v).(type) {
	case *Tuple:
		return v.weigh()
	case *Choice:
		n := 0
		for _, a := range v.Alternatives {
			n += weightOf(a.Value)
		}
		return n
	}
	return 1
}

// maxSymbol bounds the length of a library's dotted name.
const maxSymbol = 500
