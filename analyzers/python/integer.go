package python

import (
	"math"
	"math/bits"
)

// Integer is what Python makes of two integers. Python's own have no end; a result, or
// a step on the way to it, that does not fit 64 bits is not known here, rather than
// wrong. Neither is what Python raises an error for, or makes a float of.
func Integer(op string, a, b int64) (int64, bool) {
	switch op {
	case "+":
		c := a + b
		return c, (c > a) == (b > 0)
	case "-":
		c := a - b
		return c, (c < a) == (b > 0)
	case "*":
		return multiply(a, b)
	case "//":
		q, _, ok := divide(a, b)
		return q, ok && (b != -1 || a != math.MinInt64)
	case "%":
		_, r, ok := divide(a, b)
		return r, ok
	case "**":
		return power(a, b)
	case "<<":
		if b < 0 || b > 63 {
			return 0, a == 0 && b > 0
		}
		return a << b, a<<b>>b == a
	case ">>":
		return a >> min(uint64(b), 63), b >= 0
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "^":
		return a ^ b, true
	}
	return 0, false
}

func multiply(a, b int64) (int64, bool) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	switch {
	case high != 0 || low > 1<<63 || low == 1<<63 && !negative:
		return 0, false
	case negative:
		return -int64(low), true
	}
	return int64(low), true
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// divide rounds towards minus infinity, as Python does.
func divide(a, b int64) (quotient, rest int64, ok bool) {
	if b == 0 {
		return 0, 0, false
	}
	quotient, rest = a/b, a%b
	if rest != 0 && (rest < 0) != (b < 0) {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest, true
}

// power squares its way up. A negative exponent makes a float.
func power(a, b int64) (int64, bool) {
	if b < 0 {
		return 0, false
	}
	result := int64(1)
	for {
		var ok bool
		if b&1 == 1 {
			if result, ok = multiply(result, a); !ok {
				return 0, false
			}
		}
		if b >>= 1; b == 0 {
			return result, true
		}
		if a, ok = multiply(a, a); !ok {
			return 0, false
		}
	}
}
