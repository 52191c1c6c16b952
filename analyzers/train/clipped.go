package train

import "slices"

// ClippedTooEarly are the backward pass that comes right behind a clip and the optimizer step behind that, where the
// gradients that are clipped are none: no pass has run since another optimizer stepped or the lap began, or they were
// cleared since. Both are nil otherwise.
func (s *Step) ClippedTooEarly(clip *Event) (backward, optimize *Event) {
	before, behind := s.around(clip)
	if len(behind) < 2 || behind[0].Kind != Backward {
		return nil, nil
	}
	at := slices.IndexFunc(behind, (*Event).StepsOptimizer)
	if at < 0 {
		return nil, nil
	}
	optimize = behind[at]
	for _, e := range before { // from the clip back
		switch {
		case e.Kind == Backward:
			return nil, nil
		case e.Kind == ZeroGrad && s.Clears(e, optimize):
			return behind[0], optimize
		case e.StepsOptimizer(): // whose clip it is does not show: the other network's, or that of the one to come
			return nil, nil
		}
	}
	return behind[0], optimize
}

// ClippedTooLate are the optimizer step right before a clip and the one backward pass before that, where nothing steps
// again on what is clipped: the lap ends, or the gradients are cleared. Both are nil otherwise.
func (s *Step) ClippedTooLate(clip *Event) (backward, optimize *Event) {
	before, behind := s.around(clip)
	if len(before) < 2 || !before[0].StepsOptimizer() || before[1].Kind != Backward {
		return nil, nil
	}
	if s.stepsAgain(before[0], behind) {
		return nil, nil
	}
	return before[1], before[0]
}

// stepsAgain reports whether something may step on the gradients that an optimizer has just used. The other network of
// a GAN does not, in its turn: its step comes behind a backward pass of its own.
func (s *Step) stepsAgain(used *Event, behind []*Event) bool {
	othersTurn := false
	_, known := s.Entry.OptimizedBy(used.Object)
	for _, e := range behind {
		switch {
		case !known && e.Kind != ZeroGrad:
			return true
		case e.Kind == ZeroGrad:
			if s.Clears(e, used) {
				return false
			} else if !known || e.Object == nil {
				return true
			}
		case e.Kind == Backward:
			othersTurn = true
		case !othersTurn || e.Object == nil || used.Object == nil || e.Object == used.Object:
			return true
		}
	}
	return othersTurn && len(behind) > 0 && !behind[len(behind)-1].StepsOptimizer()
}

// around are the backward passes, optimizer steps and clearings of a lap that may happen where an event does: those
// before it, the last one first, and those behind it.
func (s *Step) around(of *Event) (before, behind []*Event) {
	for _, e := range s.Events {
		switch {
		case e.Kind != Backward && e.Kind != ZeroGrad && !e.StepsOptimizer() || !Compatible(e, of):
		case e.Call.Seq < of.Call.Seq:
			before = append(before, e)
		case e.Call.Seq > of.Call.Seq:
			behind = append(behind, e)
		}
	}
	slices.Reverse(before)
	return before, behind
}
