package tensor

import (
	"cmp"
	"slices"
	"strings"
)

// transforms are torch.fft's: those that begin with real numbers keep them.
func transforms() []row {
	rows := []row{
		{"t", "fft.fftshift(self, dim=None)", copied}, {"t", "fft.ifftshift(self, dim=None)", copied},
		{"t", "fft.fftfreq(n, d=1.0, dtype=None)", func(c *call) Value {
			return c.empty(c.dtype(Float32),
				c.int("n"))
		}},
		{"t", "fft.rfftfreq(n, d=1.0, dtype=None)", func(c *call) Value {
			return c.empty(c.dtype(Float32),
				c.int("n")/2+1)
		}},
	}
	for _, kind := range []string{"fft", "ifft", "rfft", "irfft"} {
		rows = append(rows,
			row{"t", "fft." + kind + "(self, n=None, dim=-1, norm=None)", fourier},
			row{"t", "fft." + kind + "2(self, s=None, dim=-2:-1, norm=None)", fourier},
			row{"t", "fft." + kind + "n(self, s=None, dim=None, norm=None)", fourier})
	}
	return rows
}

// dimensions are those that a transform works on.
func (c *call) dimensions(t *Tensor) []int {
	v := c.arg("dim")
	if s, ok := v.(String); ok && s == "-2:-1" {
		v = Tuple{Int(-2), Int(-1)}
	}
	if !isNone(v) {
		return c.listed(v, len(t.Shape))
	}
	if sizes := c.sizes(); sizes != nil {
		return from(len(t.Shape)-len(sizes), len(t.Shape))
	}
	return from(0, len(t.Shape))
}

// sizes are those that a transform works on, where they are given: n in one dimension, s in several.
func (c *call) sizes() []int64 {
	switch {
	case c.form.index("n") >= 0 && c.given("n"):
		return []int64{c.int("n")}
	case c.form.index("s") >= 0 && c.given("s"):
		return c.ints("s")
	}
	return nil
}

func fourier(c *call) Value {
	t := c.tensor("self")
	dims := c.dimensions(t)
	shape := append([]int64(nil), t.Shape...)
	sizes := c.sizes()
	for i, n := range sizes {
		if n >= 0 && i < len(dims) {
			shape[dims[i]] = n
		}
	}
	kind := c.op[strings.LastIndexByte(c.op, '.')+1:]
	last := dims[len(dims)-1]
	dtype := complexOf(floated(t.DType))
	switch {
	case strings.HasPrefix(kind, "rfft"):
		if t.DType.Complex() {
			c.refuse("rfft expects a real input tensor, but got %s", scalarName(t.DType))
		}
		shape[last] = shape[last]/2 + 1
	case strings.HasPrefix(kind, "irfft"):
		if sizes == nil {
			shape[last] = 2 * (shape[last] - 1)
		}
		dtype = realPart(dtype)
	}
	out := c.empty(dtype, shape...)
	if sorted := byStride(dims[:len(dims)-1], t.Strides); strings.HasPrefix(kind, "irfft") {
		between := innermost(t.Shape, sorted, t.Strides) // the other dimensions first, then the one that becomes real
		out.Strides = innermost(shape, []int{last}, between)
	} else if len(dims) > 1 || last != len(shape)-1 {
		out.Strides = innermost(shape, append(sorted, last), t.Strides)
	}
	if strings.HasPrefix(kind, "rfft") || !t.DType.Complex() && (kind == "fft" || kind == "ifft") {
		return c.made(out, []*Tensor{t}, t)
	}
	if t.DType.Complex() && dtype.Complex() {
		out.Strides = innermost(shape, dims, t.Strides)
	}
	return c.made(out, []*Tensor{t})
}

// byStride are dimensions in the order in which they lie in memory, the farthest apart first.
func byStride(dims []int, strides []int64) []int {
	sorted := slices.Clone(dims)
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(strides[b], strides[a]) })
	return sorted
}

// innermost are strides with some dimensions inside of all others, which keep their order in memory (_exec_fft).
func innermost(shape []int64, dims []int, before []int64) []int64 {
	var others []int
	for d := range shape {
		if !slices.Contains(dims, d) {
			others = append(others, d)
		}
	}
	order := append(byStride(others, before), dims...)
	strides := make([]int64, len(shape))
	step := int64(1)
	for i := len(order) - 1; i >= 0; i-- {
		strides[order[i]] = step
		step *= max(shape[order[i]], 1)
	}
	return strides
}
