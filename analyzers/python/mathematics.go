package python

import (
	"iter"
	"maps"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// mathConstants are the numbers that Python's math names; numpy and torch name them, too.
var mathConstants = map[string]float64{
	"pi":  math.Pi,
	"e":   math.E,
	"tau": 2 * math.Pi,
	"inf": math.Inf(1),
	"nan": math.NaN(),
}

// mathFunctions are those of Python's math that take one number and give one. They raise where they give none.
var mathFunctions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "log2": math.Log2, "log10": math.Log10, "sin": math.Sin, "cos": math.Cos,
	"tan":  math.Tan,
	"tanh": math.Tanh, "fabs": math.Abs, "log1p": math.Log1p, "erf": math.Erf,
	"radians": func(x float64) float64 { return x * math.Pi / 180 },
	"atan":    math.Atan, "expm1": math.Expm1, "degrees": func(x float64) float64 { return x * 180 / math.Pi },
}

// MathConstants are the numbers that Python's math names.
func MathConstants() iter.Seq2[string, float64] { return maps.All(mathConstants) }

// MathFunctions are the functions of Python's math that take one number and give one.
func MathFunctions() iter.Seq2[string, func(float64) float64] { return maps.All(mathFunctions) }

// MathConstant is the number that a dotted name of math, numpy or torch stands for; ok is false for any other name.
func MathConstant(path string) (n float64, ok bool) {
	module, name, _ := strings.Cut(path, ".")
	if module == "math" || module == "numpy" || module == "torch" {
		n, ok = mathConstants[name]
	}
	return n, ok
}

// MathFunction is a function of one number of math, or one of numpy that has the same name there; nil for any other.
func MathFunction(path string) func(float64) float64 {
	module, name, _ := strings.Cut(path, ".")
	if module == "math" || module == "numpy" && name != "erf" && name != "atan" {
		return mathFunctions[name]
	}
	return nil
}

// FloorDivide is x // y of floats, for y that is not 0: 1.0 // 0.1 is 9.0, because 0.1 is a little more than a tenth.
func FloorDivide(x, y float64) float64 {
	rest := math.Mod(x, y)
	quotient := (x - rest) / y
	if rest != 0 && (rest < 0) != (y < 0) {
		quotient--
	}
	if quotient == 0 {
		return math.Copysign(0, x/y)
	}
	whole := math.Floor(quotient)
	if quotient-whole > 0.5 {
		whole++
	}
	return whole
}

// Modulo is x % y of floats, for y that is not 0.
func Modulo(x, y float64) float64 {
	rest := math.Mod(x, y)
	switch {
	case rest == 0:
		return math.Copysign(0, y)
	case (rest < 0) != (y < 0):
		return rest + y
	}
	return rest
}

// exactPower bounds the exponents for which a power is computed with more digits than a float has.
const exactPower = 4096

// Power is x ** y of floats; ok is false where Python raises or gives a complex number. math.Pow is off by a digit at
// times, which an int() behind it may show.
func Power(x, y float64) (p float64, ok bool) {
	switch {
	case x == 0 && y < 0, x < 0 && y != math.Trunc(y) && !math.IsInf(x, 0):
		return 0, false
	case x == 0, math.IsInf(x, 0), math.IsNaN(x), math.Abs(y) > exactPower, 2*y != math.Trunc(2*y), math.IsNaN(y):
		p = math.Pow(x, y)
		return p, !math.IsInf(p, 0) || math.IsInf(x, 0) || math.IsInf(y, 0)
	}
	const bits = 400
	base, power := new(big.Float).SetPrec(bits).SetFloat64(x), new(big.Float).SetPrec(bits).SetInt64(1)
	whole := math.Trunc(math.Abs(y))
	if math.Abs(y) != whole {
		power.Sqrt(base)
	}
	for n := int(whole); n > 0; n /= 2 {
		if n%2 == 1 {
			power.Mul(power, base)
		}
		base.Mul(base, base)
	}
	if y < 0 {
		power.Quo(new(big.Float).SetPrec(bits).SetInt64(1), power)
	}
	p, _ = power.Float64()
	return p, !math.IsInf(p, 0)
}

// Round is round(x, digits) of a float, as it is written in decimals: 2.675 lies below the middle.
func Round(x float64, digits int64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) || digits > 323 {
		return x
	}
	if digits < 0 {
		scale := math.Pow(10, float64(-digits))
		return math.RoundToEven(x/scale) * scale
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', int(digits), 64), 64)
	return rounded
}
