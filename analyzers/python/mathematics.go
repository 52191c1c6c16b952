package python

import (
	"iter"
	"maps"
	"math"
	"strings"
)

// mathConstants are the numbers that Python's math names; numpy and torch name them, too.
var mathConstants = map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()}

// mathFunctions are those of Python's math that take one number and give one. They raise where they give none.
var mathFunctions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "exp": math.Exp, "log2": math.Log2, "log10": math.Log10, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan,
	"tanh": math.Tanh, "fabs": math.Abs, "log1p": math.Log1p, "erf": math.Erf, "radians": func(x float64) float64 { return x * math.Pi / 180 },
	"atan": math.Atan, "expm1": math.Expm1, "degrees": func(x float64) float64 { return x * 180 / math.Pi },
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
