package tensor

import (
	"math"
	"slices"
	"strings"
)

// mostFolded is of how many elements whole numbers are computed: sizes and strides that people keep in tensors are few.
const mostFolded = 64

// folded are the operations that code computes whole numbers with, of elements of the same shape or of one.
var folded = map[string]func(a, b float64) (float64, bool){
	"add": func(a, b float64) (float64, bool) { return a + b, true },
	"sub": func(a, b float64) (float64, bool) { return a - b, true },
	"mul": func(a, b float64) (float64, bool) { return a * b, true },
	"pow": func(a, b float64) (float64, bool) {
		power := 1.0
		for ; b > 0 && power < exact; b-- {
			power *= a
		}
		return power, b == 0
	},
	"floordiv": func(a, b float64) (float64, bool) {
		if b <= 0 || a < 0 {
			return 0, false
		}
		return float64(int64(a) / int64(b)), true
	},
}

// foldedNames are the names under which people call them; what an operator's right side does has its sides changed.
var foldedNames = map[string]string{
	"add": "add", "__add__": "add", "__radd__": "add", "sub": "sub", "__sub__": "sub", "subtract": "sub", "mul": "mul",
	"multiply": "mul", "__mul__": "mul", "__rmul__": "mul", "pow": "pow", "__pow__": "pow", "__rpow__": "pow",
	"__rsub__": "sub", "floor_divide": "floordiv", "__floordiv__": "floordiv",
}

// exact is the bound below which all whole numbers are told apart here.
const exact = 1 << 52

// wholes are the elements of an operand that holds whole numbers, all of them known; nil for any other.
func wholes(v Value) []float64 {
	switch v := v.(type) {
	case *Tensor:
		if v.DType == Int64 && len(v.Elements()) > 0 && int64(len(v.Elements())) == v.Numel() &&
			len(v.Elements()) <= mostFolded {
			return v.Elements()
		}
	case Int:
		return []float64{float64(v)}
	}
	return nil
}

// fold computes the elements of a result where those of both operands are whole numbers that follow from the code.
func (c *call) fold(name string, result Value) {
	out, isTensor := result.(*Tensor)
	compute := folded[foldedNames[name]]
	if !isTensor || compute == nil || c.inPlace || out.Known != nil || out.DType != Int64 {
		return
	}
	if alpha := c.form.index("alpha"); alpha >= 0 && c.values[alpha] != Value(Int(1)) {
		return
	}
	a, b := wholes(c.arg("self")), wholes(c.arg("other"))
	n := max(len(a), len(b))
	if !meet(a, n) || !meet(b, n) || out.Numel() != int64(n) {
		return
	}
	known := make([]float64, n)
	for i := range known {
		var ok bool
		if known[i], ok = compute(a[i%len(a)], b[i%len(b)]); !ok || known[i] >= exact || known[i] <= -exact {
			return
		}
	}
	out.Known = slices.Clip(known)
}

// rounded are the operations that make whole numbers of any.
var rounded = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "fix": math.Trunc, "round": math.RoundToEven,
}

// evaluated are functions of real numbers that code computes depths and sizes with: int(torch.log2(torch.tensor(16))).
var evaluated = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "log2": math.Log2, "log": math.Log, "log10": math.Log10, "exp": math.Exp,
}

// evaluate computes the elements of a function of few known numbers, as float32 has them. Close to a whole number, only
// what is one for certain is known: a root, or the logarithm of a power of two.
func (c *call) evaluate(name string, result Value) {
	out, isTensor := result.(*Tensor)
	compute := evaluated[name]
	if !isTensor || compute == nil || c.inPlace || out.Known != nil || out.DType != Float32 {
		return
	}
	self, ok := c.arg("self").(*Tensor)
	if !ok || int64(len(self.Elements())) != out.Numel() || len(self.Elements()) > mostFolded || out.Numel() == 0 {
		return
	}
	var known []float64
	for _, x := range self.Elements() {
		y := compute(x)
		whole := math.Round(y)
		sure := name == "sqrt" || name == "log2" && y == whole
		if math.IsNaN(y) || math.IsInf(y, 0) || !sure && math.Abs(y-whole) < 1e-5*max(1, math.Abs(y)) {
			return
		}
		known = append(known, float64(float32(y)))
	}
	out.Known = known
}

// compared are the comparisons, under the words that their names are made of.
var compared = map[string]func(a, b float64) bool{
	"eq": func(a, b float64) bool { return a == b }, "ne": func(a, b float64) bool { return a != b },
	"gt": func(a, b float64) bool { return a > b }, "ge": func(a, b float64) bool { return a >= b },
	"lt": func(a, b float64) bool { return a < b }, "le": func(a, b float64) bool { return a <= b },
}

// round computes the elements of a result that was rounded to whole numbers.
func (c *call) round(name string, result Value) {
	out, isTensor := result.(*Tensor)
	compute := rounded[name]
	if !isTensor || compute == nil || c.inPlace || out.Known != nil {
		return
	}
	if at := c.form.index("decimals"); at >= 0 && c.values[at] != Value(Int(0)) {
		return
	}
	self, ok := c.arg("self").(*Tensor)
	if !ok || self.Elements() == nil || int64(len(self.Elements())) != out.Numel() || len(self.Elements()) > most {
		return
	}
	for _, x := range self.Elements() {
		out.Known = append(out.Known, compute(x))
	}
}

// compare computes the elements of a comparison of whole numbers that follow from the code.
func (c *call) compare(name string, result Value) {
	compute := compared[strings.Trim(name, "_")]
	out, isTensor := result.(*Tensor)
	if compute == nil || !isTensor || c.inPlace || out.Known != nil || out.DType != Bool8 || out.Numel() > most {
		return
	}
	a, b := integral(c.arg("self")), integral(c.arg("other"))
	n := max(len(a), len(b))
	if !meet(a, n) || !meet(b, n) || out.Numel() != int64(n) {
		return
	}
	for i := range n {
		truth := 0.0
		if compute(a[i%len(a)], b[i%len(b)]) {
			truth = 1
		}
		out.Known = append(out.Known, truth)
	}
}

// meet reports whether elements are known that meet n others one by one, or one all of them.
func meet(list []float64, n int) bool { return len(list) == n && n > 0 || len(list) == 1 }

// integral are the elements of an operand, where all are known and none has a fraction; nil for any other.
func integral(v Value) []float64 {
	var list []float64
	switch v := v.(type) {
	case *Tensor:
		if list = v.Elements(); int64(len(list)) != v.Numel() {
			return nil
		}
	default:
		x, ok := floatOf(v)
		if !ok {
			return nil
		}
		list = []float64{x}
	}
	if slices.ContainsFunc(list, func(x float64) bool { return x != math.Trunc(x) || math.Abs(x) >= 1<<24 }) {
		return nil
	}
	return list
}

// Elements are the elements of a small tensor that follow from the code; nil where they do not, or something was
// written into its storage since, be it through a view.
func (t *Tensor) Elements() []float64 {
	if t.Storage != nil && t.Storage.written {
		return nil
	}
	return t.Known
}
