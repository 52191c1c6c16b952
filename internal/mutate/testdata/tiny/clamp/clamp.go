// Package clamp is mutated by the tests of internal/mutate.
package clamp

const most = 3 < 4 // a constant is left alone

type answer bool

// Clamp bounds a number; a bound of 0 is none.
func Clamp(x, low, high int) int {
	if x < low {
		return low
	}
	if high != 0 && x > high {
		return high
	}
	return x
}

// Name names a sign.
func Name(x int) string {
	switch {
	case !(x >= 0):
		return "negative"
	case x == 0:
		return "zero"
	}
	return "positive"
}

// Show has a condition of a type of its own, which a switch cannot be compared with.
func Show(yes answer) string {
	if yes {
		return "yes"
	}
	return "no"
}

// Alone is called by no test.
func Alone(list []int) (sum int) {
	for _, x := range list {
		sum += x
	}
	return
}

// Countdown does not end when its branch is dropped.
func Countdown(from int) (steps int) {
	for {
		if from == 0 {
			return steps
		}
		from--
		steps++
	}
}

// Old is asked of nobody near the bound.
func Old(age int) bool { return age > 17 }

// The names of packages are free for the package's own.
const cmp, os, strconv, sync = 1, 2, 3, 4
