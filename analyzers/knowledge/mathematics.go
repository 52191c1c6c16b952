package knowledge

import "math"

// constants are the numbers that mathematical modules name.
var constants = map[string]float64{
	"math.pi": math.Pi, "math.e": math.E, "math.tau": 2 * math.Pi, "math.inf": math.Inf(1),
	"numpy.pi": math.Pi, "numpy.e": math.E, "numpy.inf": math.Inf(1), "torch.pi": math.Pi, "torch.e": math.E, "torch.inf": math.Inf(1),
}

// functions of one number, by which people compute widths and depths. They raise where they give no number.
var functions = map[string]func(float64) float64{
	"math.sqrt": math.Sqrt, "math.log2": math.Log2, "math.log10": math.Log10, "math.exp": math.Exp, "math.fabs": math.Abs,
	"numpy.sqrt": math.Sqrt, "numpy.log2": math.Log2, "numpy.log10": math.Log10, "numpy.exp": math.Exp,
}

// MathematicalConstant is the number that a dotted name stands for; ok is false for any other name.
func MathematicalConstant(path string) (n float64, ok bool) {
	n, ok = constants[path]
	return n, ok
}

// MathematicalFunction is a function of one number; nil for any other name.
func MathematicalFunction(path string) func(float64) float64 { return functions[path] }
