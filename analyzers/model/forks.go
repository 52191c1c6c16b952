package model

import (
	"fmt"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// mostForked bounds on how many ways a loop is followed, mostAsked how often one of its decisions may be asked for on a
// way: a loop within it that ends when the run says so goes on for ever, or not at all.
const (
	mostForked = 16
	mostAsked  = 200
	// mostDrawn is that of one that a drawn number decides: whether an agent tries something, while its memory fills.
	mostDrawn = 5_000
	// dearAfter and dearLap bound the work of the way that it decides for: what a number decides that is drawn anew each
	// time comes out otherwise then, from some lap on.
	dearAfter = 64
	dearLap   = 2_000
)

// maxOutcomes bounds how many of the ways in which one item of a dataset may come out are followed, maxWays on how many
// ways that is asked.
const (
	maxOutcomes = 6
	maxWays     = 512
	// someWays are enough of them to see whether there are many more.
	someWays = 64
	// dearItem is what following them all may cost: one that tries until chance has it (random erasing tries a hundred
	// times) has ways without end.
	dearItem = 250_000
)

// Train follows the first steps of a training loop. Where only the run decides which way it goes, all ways have to take
// the same; where these are too many, each decision alone may change nothing.
func Train(project exact.Project, ask Training) *Step {
	f := &forks{}
	ask.items = map[string]*item{}
	if ask.Crowded == nil {
		ask.Crowded = map[string]bool{}
	}
	steps := []*Step{trainOn(project, ask, f)}
	ask.settled, ask.pick = steps[0].Ran, steps[0].pick
	for !steps[len(steps)-1].ends() && f.advance() { // what all ways take is not known where one of them ends
		if len(steps) == mostForked && !f.singly {
			f.apart()
			steps = []*Step{trainOn(project, ask, f)}
			continue
		}
		if len(steps) == mostForked {
			return f.unknown(steps[0])
		}
		steps = append(steps, trainOn(project, ask, f))
	}
	step := f.together(steps).certain(steps)
	step.Spread = agreed(steps)
	return step
}

// certain takes back that the program itself ends there where not all was followed that makes an item of its dataset.
func (s *Step) certain(ways []*Step) *Step {
	if s.Gap != nil && slices.ContainsFunc(ways, func(way *Step) bool { return way.lenient }) {
		gap := *s.Gap
		gap.Raised, gap.Shapes, s.Refused = false, false, -1
		s.Gap = &gap
	}
	return s
}

// trainOn follows a loop on the ways that are taken. Where an item of a dataset may come out in several ways, the one
// counts with which the program runs.
func trainOn(project exact.Project, ask Training, f *forks) *Step {
	var found *Step
	for pick := ask.pick; ; pick++ {
		step, outcomes := train(project, ask, pick, f)
		step.pick = pick
		switch {
		case ask.settled && step.Ran:
			return step
		case !step.Ran && (!step.raised() || outcomes == 1):
			return step
		case step.Ran && found != nil && found.Training != step.Training:
			found.Ran, found.Gap = false, &Gap{Reason: "what one item of its dataset is, which its files decide"}
			return found
		case step.Ran:
			found = step
		}
		if pick+1 < min(outcomes, maxOutcomes) {
			continue
		}
		switch {
		case found != nil:
			return found
		case outcomes > maxOutcomes: // three pictures, each gray or in color: it may run on one of the others
			step.Gap = &Gap{Reason: "what one item of its dataset is, which its files decide"}
		}
		step.Refused = -1 // none of the ways is certain
		return step
	}
}

// forks are the decisions of a loop that only the run makes: one at the same place, about the same thing, comes out the
// same in each lap.
type forks struct {
	met []*fork
	// singly: there are more ways than are followed, and each decision is turned alone; turned of begun are done.
	singly bool
	begun  []*fork
	turned int
}

// apart begins anew: what one decision changes does not depend on the others, mostly (a loop that logs every 100
// steps, shows every 400 and saves every 5000 goes on eight ways).
func (f *forks) apart() { *f = forks{singly: true} }

// fork is one of them.
type fork struct {
	key   string
	gap   Gap
	taken bool
	asked int
	since int  // steps of the run when it was asked for the first time
	dear  bool // the way that it decides for takes much work
}

// take is the way that the program goes.
func (f *forks) take(m *exact.Machine, u *exact.Unknown) bool {
	at := m.Place()
	key := fmt.Sprintf("%s:%d %s:%d %s", at.Path, at.Line, u.At.Path, u.At.Line, u.Why)
	for _, one := range f.met {
		if one.key != key {
			continue
		}
		most := mostAsked
		if u.Drawn {
			most = mostDrawn
		}
		if one.asked++; one.asked > most {
			m.StopFor(u, "how often the program goes round")
		}
		if one.asked == 1 {
			one.since = m.Worked()
		}
		if u.Drawn && one.asked == dearAfter {
			one.dear = m.Worked()-one.since > dearAfter*dearLap
		}
		return one.taken != (u.Drawn && one.dear && one.asked >= dearAfter)
	}
	gap := Gap{Path: at.Path, Line: at.Line, Reason: "what decides which way the program goes is not known: " + u.Why}
	f.met = append(f.met, &fork{key: key, gap: gap, taken: true})
	return true
}

// advance goes on to the next way; false after the last.
func (f *forks) advance() bool {
	if f.singly {
		return f.turn()
	}
	for last := len(f.met) - 1; last >= 0; last-- {
		if f.met[last].taken {
			f.met = f.met[:last+1]
			f.met[last].taken = false
			for _, one := range f.met {
				one.asked, one.dear = 0, false
			}
			return true
		}
	}
	return false
}

// turn goes on to the way on which the next decision alone comes out otherwise.
func (f *forks) turn() bool {
	if f.begun == nil {
		f.begun = slices.Clone(f.met)
	}
	if f.turned == len(f.begun) {
		return false
	}
	f.met = nil
	for i, one := range f.begun {
		f.met = append(f.met, &fork{key: one.key, gap: one.gap, taken: i != f.turned})
	}
	f.turned++
	return true
}

// unknown is a step of which nobody knows the way.
func (f *forks) unknown(step *Step) *Step {
	if step.Ran {
		gap := f.met[0].gap
		step.Ran, step.Gap = false, &gap
	}
	return step
}

// together is what all ways of a loop take. One on which the program ends, or trains nothing, or that leaves the loop
// at once says nothing about those on which it goes on.
func (f *forks) together(steps []*Step) *Step {
	if len(steps) == 1 {
		return steps[0]
	}
	var found *Step
	for _, s := range steps {
		switch {
		case s.ends():
			return s
		case !s.Ran:
		case found == nil || found.left && !s.left:
			found = s
		case s.left && !found.left:
		case !s.near(found):
			return f.unknown(found)
		case s.peak() > found.peak():
			found = s
		}
	}
	if found == nil {
		steps[0].Refused = -1 // none of the ways is certain
		return steps[0]
	}
	return found
}

// ends reports whether what the step takes is not known, and counts: not one on which the program itself ends, or
// trains nothing.
func (s *Step) ends() bool { return !s.Ran && !s.raised() && !s.idle }

// nearly is how much one way may take more than another, in a thousandth: a batch of labels that are smoothed, and the
// like.
const nearly = 20

// near reports whether two steps take about the same memory, and train the same.
func (s *Step) near(other *Step) bool {
	return s.Trained == other.Trained && s.Weights == other.Weights && alike(s.peak(), other.peak())
}

func alike(a, b int64) bool { return 1000*max(a, b) <= (1000+nearly)*min(a, b) }

func (s *Step) peak() int64 { return max(s.Forward.Bytes, s.Backward.Bytes) }
