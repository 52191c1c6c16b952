package python

import (
	"math"
	"math/big"
	"testing"
)

// TestInteger compares with integers that have no end.
func TestInteger(t *testing.T) {
	interesting := []int64{0, 1, -1, 2, -2, 3, 7, -7, 10, 62, 63, 64, 1 << 31, 1<<32 + 1, 3037000500, -3037000500,
		math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1, 1 << 62, -(1 << 62)}
	for _, op := range []string{"+", "-", "*", "//", "%", "**", "<<", ">>", "&", "|", "^"} {
		for _, a := range interesting {
			for _, b := range interesting {
				want, known := exact(op, big.NewInt(a), big.NewInt(b))
				got, ok := Integer(op, a, b)
				switch {
				case ok != known:
					t.Errorf("%d %s %d: known %t, want %t", a, op, b, ok, known)
				case ok && got != want:
					t.Errorf("%d %s %d = %d, want %d", a, op, b, got, want)
				}
			}
		}
	}
	if _, ok := Integer("/", 4, 2); ok {
		t.Error("a true division makes a float")
	}
}

// exact is the result where it fits 64 bits, and Python makes an integer of it.
func exact(op string, a, b *big.Int) (int64, bool) {
	result := new(big.Int)
	small := b.IsInt64() && b.Int64() >= 0 && b.Int64() <= 1000
	trivial := a.IsInt64() && a.Int64() >= -1 && a.Int64() <= 1 // whatever is done with it, it stays small
	switch op {
	case "+":
		result.Add(a, b)
	case "-":
		result.Sub(a, b)
	case "*":
		result.Mul(a, b)
	case "//", "%":
		if b.Sign() == 0 {
			return 0, false
		}
		quotient, rest := new(big.Int).QuoRem(a, b, new(big.Int))
		if rest.Sign() != 0 && rest.Sign() != b.Sign() {
			quotient.Sub(quotient, big.NewInt(1))
			rest.Add(rest, b)
		}
		if result = quotient; op == "%" {
			result = rest
		}
	case "**":
		switch {
		case b.Sign() < 0:
			return 0, false
		case trivial:
			result.Exp(a, new(big.Int).And(b, big.NewInt(1)), nil)
			if b.Sign() > 0 && a.Sign() == 0 {
				result.SetInt64(0)
			}
		case !small:
			return 0, false
		default:
			result.Exp(a, b, nil)
		}
	case "<<":
		if b.Sign() < 0 || !small && a.Sign() != 0 {
			return 0, false
		}
		if a.Sign() != 0 {
			result.Lsh(a, uint(b.Int64()))
		}
	case ">>":
		if b.Sign() < 0 {
			return 0, false
		}
		result.Rsh(a, uint(min(b.Int64(), 100)))
	case "&":
		result.And(a, b)
	case "|":
		result.Or(a, b)
	case "^":
		result.Xor(a, b)
	}
	return result.Int64(), result.IsInt64()
}
