package estimator

// limitSearch looks for the largest size of a job that fits. To play a course through the allocator takes most of the
// time of an estimate, so where to look is asked of the bytes that are asked for, and only what is answered is played.
type limitSearch struct {
	openSize
	try   func(size int) Result
	guess func(size int) Result
	above float64 // times what is guessed is what was played, where both were asked last
	fit   int     // the number of a size that fits a card that is no larger
}

// guessedTurns is how often a guess may be followed before the rest is halved: more are only needed where what the
// allocator holds jumps up and down.
const guessedTurns = 8

// alsoFit are as many of the sizes right below an answer as have to fit as well: what the allocator holds jumps up and
// down, and what is said is that all sizes up to one fit.
const alsoFit = 3

func (s openSize) search(job Job) *limitSearch {
	roughly := job
	roughly.rough = true
	return &limitSearch{openSize: s, above: 1, try: s.remembered(job), guess: s.remembered(roughly)}
}

// remembered is the estimate of a job by size: what one card was tried on is asked of the next.
func (s openSize) remembered(job Job) func(size int) Result {
	tried := map[int]Result{}
	return func(size int) Result {
		r, known := tried[size]
		if !known {
			r = Estimate(s.with(job, size))
			tried[size] = r
		}
		return r
	}
}

// largest is the largest size, as fine as it is said, whose high end fits so many bytes, no fewer than it was asked for
// before; and whether it is the last that was looked at.
func (s *limitSearch) largest(usable int64) (size int, all bool) {
	fits := func(size int) bool { return s.try(size).Verdict(usable) == Fits }
	most := s.most / s.step * s.step
	if s.mayFit(most, float64(usable)) && fits(most) {
		return most, true
	}
	low, high := s.fit, s.number(most)+1 // low fits, high does not
	for turn := 0; high-low > 1; turn++ {
		number := low + (high-low)/2
		if turn < guessedTurns {
			number = s.guessed(low, high, float64(usable)/s.above)
		}
		size := s.size(number)
		if fits(size) {
			low = number
		} else {
			high = number
		}
		if played, guessed := s.try(size), s.guess(size); played.Known() && guessed.Known() {
			s.above = float64(played.DeviceHigh()) / float64(guessed.DeviceHigh())
		}
	}
	for back := 1; back <= alsoFit && low-back > s.fit; {
		if fits(s.size(low - back)) {
			back++
		} else {
			low, back = low-back-1, 0
		}
	}
	if low == s.number(most) && fits(most) { // it was guessed to be too large
		return most, true
	}
	s.fit = low
	return s.size(low), false
}

// guessed is the number of the size between two others that may be the largest to fit; the one behind the lower where
// none may. Bytes grow along a line nearly everywhere, so the place on the line between the two is asked first.
func (s *limitSearch) guessed(low, high int, usable float64) int {
	least, below := low, high
	for turn := 0; below-least > 1; turn++ {
		middle := least + (below-least)/2
		start, end := s.size(max(least, 1)), s.size(below)
		if from, to := s.guess(start), s.guess(end); turn < guessedTurns && from.Known() && to.Known() {
			if a, b := float64(from.DeviceHigh()), float64(to.DeviceHigh()); a < b {
				at := start + int(float64(end-start)*min(max(0, (usable-a)/(b-a)), 1))
				middle = min(max(s.number(at), least+1), below-1)
			}
		}
		if s.mayFit(s.size(middle), usable) {
			least = middle
		} else {
			below = middle
		}
	}
	return max(least, low+1)
}

// mayFit is the guess whether a size fits.
func (s *limitSearch) mayFit(size int, usable float64) bool {
	r := s.guess(size)
	return r.Known() && float64(r.DeviceHigh()) <= usable
}

// size is the one with a number among those that are said: of two digits, or all.
func (s openSize) size(number int) int {
	if s.significant {
		unit := 1
		for number >= 100 {
			number, unit = number-90, unit*10
		}
		number *= unit
	}
	return number * s.step
}

// number is that of the largest size, among those that are said, that is not above another.
func (s openSize) number(size int) int {
	number := size / s.step
	if !s.significant {
		return number
	}
	skipped := 0
	for number >= 100 {
		number, skipped = number/10, skipped+90
	}
	return number + skipped
}
