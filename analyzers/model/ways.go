package model

import (
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// ways are the ways on which one item may be made.
type ways struct {
	made []decision
	next int
	// Each decision is taken each way once, with those of the first way at all others, where there are too many for all of
	// them together: begun are those of the first way, nil before it was followed, turn is the one that is being turned,
	// to the way turned; laps counts those before it, by their places.
	singly       bool
	begun        []decision
	turn, turned int
	laps         map[exact.Place]int
	// again is, for each place that decides, which way it went last, and how often one after the other.
	again map[exact.Place]*repeated
	// covered is the part of all ways that those followed so far are, if each decision halves what lies behind it.
	covered float64
	// astray: a decision was asked for at another place than the one that it was made for.
	astray bool
}

// decision is one that only the run makes.
type decision struct {
	way, of int // which of how many
	at      exact.Place
}

type repeated struct{ way, times int }

const (
	// mostDecisions is how many decisions there may be on the first way for all to be taken together. Joints of which
	// each may be seen or not are 86: no more of their ways than maxWays could be followed, at 9,000 steps each.
	mostDecisions = 20
	// mostTurned is how many decisions of one place, a loop's, are turned singly: those of the first laps.
	mostTurned = 2
	// mostRepeated is after how many times the same way a place goes another: a loop that tries until chance has it (a
	// crop that overlaps enough) ends some time. All ways of so many decisions are more than are followed.
	mostRepeated = 12
)

// way is the way that is taken at a decision which only the run makes.
func (l *library) way(m *exact.Machine, of int, what string) int {
	if l.training == nil || l.training.ways == nil {
		m.Stop("%s, only the run can tell", what)
	}
	w := l.training.ways
	at := m.Place()
	if w.next == len(w.made) {
		w.made = append(w.made, w.decide(at, of))
	}
	w.astray = w.astray || w.made[w.next].at != at
	way := min(w.made[w.next].way, of-1)
	w.next++
	w.count(at, way)
	return way
}

// decide is how a place decides that was not told to.
func (w *ways) decide(at exact.Place, of int) decision {
	if last := w.again[at]; last != nil && last.times >= mostRepeated && last.way+1 < of {
		return decision{last.way + 1, last.way + 2, at} // and is not turned
	}
	return decision{0, of, at}
}

// count notes which way a place went.
func (w *ways) count(at exact.Place, way int) {
	last := w.again[at]
	if last == nil {
		last = &repeated{way: way}
		if w.again == nil {
			w.again = make(map[exact.Place]*repeated)
		}
		w.again[at] = last
	}
	if last.way != way {
		*last = repeated{way: way}
	}
	last.times++
}

// followed notes that a way came to its end.
func (w *ways) followed() {
	part := 1.0
	for _, d := range w.made {
		part /= float64(d.of)
	}
	w.covered += part
}

// crowded reports whether there are clearly more ways than are followed together, as far as the first ones tell.
func (w *ways) crowded(followed int) bool {
	return float64(followed) >= 2*maxWays*w.covered
}

// advance goes on to the next way; false after the last.
func (w *ways) advance() bool {
	w.next, w.again = 0, nil
	if w.begun == nil {
		w.begun = slices.Clone(w.made)
		w.singly = w.singly || len(w.made) > mostDecisions
	}
	if w.singly {
		return w.advanceSingly()
	}
	for last := len(w.made) - 1; last >= 0; last-- {
		if d := &w.made[last]; d.way+1 < d.of {
			d.way++
			w.made = w.made[:last+1]
			return true
		}
	}
	return false
}

// advanceSingly takes the next way of one decision.
func (w *ways) advanceSingly() bool {
	if w.laps == nil {
		w.laps = make(map[exact.Place]int)
	}
	for ; w.turn < len(w.begun); w.turn, w.turned = w.turn+1, 0 {
		d := w.begun[w.turn]
		if w.turned = max(w.turned, d.way) + 1; w.turned < d.of && w.laps[d.at] < mostTurned {
			w.made = append(slices.Clone(w.begun[:w.turn]), decision{w.turned, d.of, d.at})
			return true
		}
		w.laps[d.at]++
	}
	return false
}
