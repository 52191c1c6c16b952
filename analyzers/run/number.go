package run

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// maxBits bounds the integers that are computed; a larger result is unknown.
const maxBits = 4096

// integer is v as an integer; a bool is one in Python.
func integer(v Value) (*big.Int, bool) {
	switch v := Bare(v).(type) {
	case Int:
		return big.NewInt(int64(v)), true
	case BigInt:
		return v.Int, true
	case Bool:
		if v {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	}
	return nil, false
}

// small is v as a machine integer.
func small(v Value) (int64, bool) {
	switch v := Bare(v).(type) {
	case Int:
		return int64(v), true
	case Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// Number is a constant as a float; ok is false for anything else.
func Number(v Value) (f float64, ok bool) { return number(v) }

// number is v as a float. Integers beyond 2**53 are rounded, as Python does.
func number(v Value) (float64, bool) {
	switch v := Bare(v).(type) {
	case Float:
		return float64(v), true
	case Int:
		return float64(v), true
	case Bool, BigInt:
		i, _ := integer(v)
		f, _ := new(big.Float).SetInt(i).Float64()
		return f, !math.IsInf(f, 0)
	}
	return 0, false
}

// normal is the shortest form of an integer, nil for one that is too long to compute with.
func normal(i *big.Int) Value {
	switch {
	case i.IsInt64():
		return Int(i.Int64())
	case i.BitLen() > maxBits:
		return nil
	}
	return BigInt{i}
}

// parseNumber reads a number as it stands in the source.
func parseNumber(text string) Value {
	text = strings.ReplaceAll(text, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return Int(n)
	}
	if len(text) <= maxBits/3 {
		if i, ok := new(big.Int).SetString(text, 0); ok {
			return normal(i)
		}
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil || math.IsInf(f, 0) {
		return Float(f)
	}
	return nil // imaginary
}

// arithmetic applies an operator to two numbers; nil where Python would raise or the result is not kept.
func arithmetic(op string, a, b Value) Value {
	x, okX := small(a)
	y, okY := small(b)
	p, isBool := Bare(a).(Bool)
	q, areBools := Bare(b).(Bool)
	if isBool && areBools {
		switch op { // `train ^ resumed` is a bool, as `True + True` is not
		case "&":
			return p && q
		case "|":
			return p || q
		case "^":
			return Bool(p != q)
		}
	}
	if okX && okY {
		if v := smallOperation(op, x, y); v != nil {
			return v
		}
	}
	i, okI := integer(a)
	j, okJ := integer(b)
	if okI && okJ {
		if v, done := integerOperation(op, i, j); done {
			return v
		}
	}
	f, okF := number(a)
	g, okG := number(b)
	if !okF || !okG {
		return nil
	}
	return floatOperation(op, f, g)
}

// smallOperation covers what cannot overflow; nil for the rest.
func smallOperation(op string, x, y int64) Value {
	const half = 1 << 31
	switch op {
	case "+", "-":
		if x > -1<<62 && x < 1<<62 && y > -1<<62 && y < 1<<62 {
			if op == "+" {
				return Int(x + y)
			}
			return Int(x - y)
		}
	case "*":
		if x > -half && x < half && y > -half && y < half {
			return Int(x * y)
		}
	case "//":
		if x >= 0 && y > 0 {
			return Int(x / y)
		}
	case "%":
		if x >= 0 && y > 0 {
			return Int(x % y)
		}
	}
	return nil
}

// integerOperation computes with integers; done is false for operators that give floats.
func integerOperation(op string, i, j *big.Int) (v Value, done bool) {
	out := new(big.Int)
	switch op {
	case "+":
		return normal(out.Add(i, j)), true
	case "-":
		return normal(out.Sub(i, j)), true
	case "*":
		if i.BitLen()+j.BitLen() > maxBits {
			return nil, true
		}
		return normal(out.Mul(i, j)), true
	case "//", "%":
		if j.Sign() == 0 {
			return nil, true
		}
		quotient, rest := out.QuoRem(i, j, new(big.Int))
		if rest.Sign() != 0 && rest.Sign() != j.Sign() { // Python rounds down, Go towards 0
			quotient.Sub(quotient, big.NewInt(1))
			rest.Add(rest, j)
		}
		if op == "//" {
			return normal(quotient), true
		}
		return normal(rest), true
	case "**":
		if j.Sign() < 0 {
			return nil, false
		}
		if !j.IsInt64() || i.BitLen() > 1 && int64(i.BitLen())*j.Int64() > maxBits+64 {
			return nil, true
		}
		return normal(out.Exp(i, j, nil)), true
	case "<<":
		if j.Sign() < 0 || !j.IsInt64() || j.Int64() > maxBits {
			return nil, true
		}
		return normal(out.Lsh(i, uint(j.Int64()))), true
	case ">>":
		if j.Sign() < 0 || !j.IsInt64() {
			return nil, true
		}
		return normal(out.Rsh(i, uint(min(j.Int64(), maxBits)))), true
	case "&":
		return normal(out.And(i, j)), true
	case "|":
		return normal(out.Or(i, j)), true
	case "^":
		return normal(out.Xor(i, j)), true
	}
	return nil, false
}

func floatOperation(op string, f, g float64) Value {
	switch op {
	case "+":
		return Float(f + g)
	case "-":
		return Float(f - g)
	case "*":
		return Float(f * g)
	case "/":
		if g != 0 {
			return Float(f / g)
		}
	case "//":
		if g != 0 {
			return Float(python.FloorDivide(f, g))
		}
	case "%":
		if g != 0 {
			return Float(python.Modulo(f, g))
		}
	case "**":
		if p, ok := python.Power(f, g); ok && !math.IsNaN(p) && !math.IsInf(p, 0) {
			return Float(p)
		}
	}
	return nil
}
