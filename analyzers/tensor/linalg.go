package tensor

import "slices"

// linearAlgebra are the operations that take matrices apart.
func linearAlgebra() []row {
	alone := func(run func(c *call, t *Tensor) Value) func(*call) Value {
		return func(c *call) Value {
			t := c.tensor("self")
			if c.wants(t) {
				c.giveUp("what a decomposition keeps is not followed")
			}
			return run(c, t)
		}
	}
	return []row{
		{"tm", "det(self)", determinant}, {"t", "linalg.det(self)", determinant},
		{"tm", "logdet(self)", logDeterminant},
		{"tm", "slogdet(self)", signAndLog}, {"t", "linalg.slogdet(self)", signAndLog},
		{"t", "linalg.solve(self, other, left=True)", solve},
		{"t", "linalg.solve_triangular(self, other, upper, left=True, unitriangular=False)", solveTriangular},
		{"tm", "triangular_solve(self, other, upper=True, transpose=False, unitriangular=False)", triangularSolve},
		{"t", "linalg.cholesky(self, upper=False)", inColumns},
		{"tm", "inverse(self)", inColumns}, {"t", "linalg.inv(self)", inColumns},
		{"tm", "matrix_exp(self)", real(keepInput)}, {"t", "linalg.matrix_exp(self)", real(keepInput)},
		{"tm", "matrix_power(self, n)", matrixPower}, {"t", "linalg.matrix_power(self, n)", matrixPower},
		{"t", "linalg.matrix_norm(self, ord=fro, dim=-2:-1, keepdim=False, dtype=None)", matrixNorm},
		{"t", "linalg.eigh(self, UPLO=L)", alone(func(c *call, t *Tensor) Value {
			c.square()
			return Tuple{c.empty(realPart(t.DType), t.Shape[:len(t.Shape)-1]...), c.columns(t.DType, t.Shape...)}
		})},
		{"t", "linalg.eigvalsh(self, UPLO=L)", alone(func(c *call, t *Tensor) Value {
			c.square()
			return c.empty(realPart(t.DType), t.Shape[:len(t.Shape)-1]...)
		})},
		{"t", "linalg.svdvals(self)", alone(func(c *call, t *Tensor) Value {
			rows, columns := c.matrix(t)
			return c.empty(realPart(t.DType), append(slices.Clone(t.Shape[:len(t.Shape)-2]), min(rows, columns))...)
		})},
		{"t", "linalg.pinv(self, rcond=1e-15, hermitian=False)", alone(func(c *call, t *Tensor) Value {
			rows, columns := c.matrix(t)
			return c.empty(t.DType, append(slices.Clone(t.Shape[:len(t.Shape)-2]), columns, rows)...)
		})},
		{"t", "linalg.lstsq(self, other, rcond=None, driver=None)", leastSquares},
	}
}

// matrix are the rows and columns of a tensor of matrices.
func (c *call) matrix(t *Tensor) (rows, columns int64) {
	n := len(t.Shape)
	if n < 2 {
		c.refuse("The input tensor must be at least 2-dimensional, but got a %d-dimensional tensor.", n)
	}
	return t.Shape[n-2], t.Shape[n-1]
}

// square is the argument of an operation on square matrices.
func (c *call) square() *Tensor {
	t := c.tensor("self")
	if rows, columns := c.matrix(t); rows != columns {
		c.refuse("A must be batches of square matrices, but they are %d by %d matrices", rows, columns)
	}
	if !t.DType.Floating() && !t.DType.Complex() {
		c.refuse("Expected a floating point or complex tensor as input. Got %s", scalarName(t.DType))
	}
	return t
}

// columns is memory for matrices whose columns lie together, as LAPACK writes them.
func (c *call) columns(dtype DType, shape ...int64) *Tensor {
	out := c.empty(dtype, shape...)
	if n := len(shape); n > 1 {
		out.Strides[n-2], out.Strides[n-1] = 1, max(shape[n-2], 1)
	}
	return out
}

// inColumns is a matrix of the same size, which is kept.
func inColumns(c *call) Value {
	t := c.square()
	out := c.columns(t.DType, t.Shape...)
	return c.made(out, []*Tensor{t}, out).backwardWith(2 * t.Bytes())
}

// backwardWith says how much the backward pass of what made a tensor needs beside the gradients (measured with torch
// 2.15: matrices that are multiplied or turned round, and the one of the equations that it solves).
func (t *Tensor) backwardWith(bytes int64) *Tensor {
	if t.fn != nil {
		t.fn.scratch = bytes
	}
	return t
}

// factors are those of a matrix and the rows that were exchanged for them.
func (c *call) factors(t *Tensor) (both, pivots *Tensor) {
	return c.columns(t.DType, t.Shape...), c.empty(Int32, t.Shape[:len(t.Shape)-1]...)
}

// determinant keeps the matrix, its factors, the exchanged rows and the result.
func determinant(c *call) Value {
	t := c.square()
	both, pivots := c.factors(t)
	out := c.empty(t.DType, t.Shape[:len(t.Shape)-2]...)
	return c.made(out, []*Tensor{t}, t, both, pivots, out).backwardWith(2 * t.Bytes())
}

// signAndLog keeps the sign in the result's stead.
func signAndLog(c *call) Value {
	t := c.square()
	both, pivots := c.factors(t)
	sign := c.empty(t.DType, t.Shape[:len(t.Shape)-2]...)
	size := c.empty(realPart(t.DType), t.Shape[:len(t.Shape)-2]...)
	c.madeAll([]*Tensor{sign, size}, []*Tensor{t}, t, both, pivots, sign)
	size.backwardWith(t.Bytes())
	return Tuple{sign, size}
}

// logDeterminant is the logarithm where the sign is none.
func logDeterminant(c *call) Value {
	parts := c.call("torch.slogdet", c.square()).(Tuple)
	sign := parts[0].(*Tensor)
	return c.do("torch.where", c.do("Tensor.eq", sign, Float(-1)), Float(0), parts[1])
}

// aligned are the matrices of both sides with the dimensions before them made one.
func (c *call) aligned(a, b *Tensor) (whole []int64) {
	before := c.join(a.Shape[:len(a.Shape)-2], b.Shape[:len(b.Shape)-2])
	return append(slices.Clone(before), b.Shape[len(b.Shape)-2:]...)
}

// solve keeps the matrix, its factors, the exchanged rows and the result.
func solve(c *call) Value {
	a, b := c.square(), c.tensor("other")
	if !c.bool("left") {
		c.giveUp("equations from the right are not followed")
	}
	n := len(a.Shape)
	both, pivots := c.factors(a)
	vector := len(b.Shape) == 1 || len(b.Shape) == n-1 && slices.Equal(b.Shape, a.Shape[:n-1])
	shape := slices.Clone(b.Shape)
	if !vector {
		if b.Shape[len(b.Shape)-2] != a.Shape[n-1] {
			c.refuse("linalg.solve: Incompatible shapes of A and B for the equation AX = B (%dx%d and %dx%d)",
				a.Shape[n-2], a.Shape[n-1], b.Shape[len(b.Shape)-2], b.Shape[len(b.Shape)-1])
		}
		shape = c.aligned(a, b)
	} else if b.Shape[len(b.Shape)-1] != a.Shape[n-1] {
		c.refuse("linalg.solve: Incompatible shapes of A and B for the equation AX = B")
	}
	out := c.empty(b.DType, shape...)
	if !vector {
		out.Strides[len(shape)-2], out.Strides[len(shape)-1] = 1, max(shape[len(shape)-2], 1)
	}
	return c.made(out, []*Tensor{a, b}, a, both, pivots, out).backwardWith(c.besideSolved(a, b))
}

// solveTriangular keeps the matrix and the result.
func solveTriangular(c *call) Value {
	a, b := c.square(), c.tensor("other")
	if !c.bool("left") {
		c.giveUp("equations from the right are not followed")
	}
	c.matrix(b)
	if b.Shape[len(b.Shape)-2] != a.Shape[len(a.Shape)-1] {
		c.refuse("linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B")
	}
	out := c.columns(b.DType, c.aligned(a, b)...)
	return c.made(out, []*Tensor{a, b}, a, out).backwardWith(c.besideSolved(a, b))
}

// besideSolved is what the gradients of both sides of equations need: that of the right side is there for the other
// one, whose sign is turned in a copy.
func (c *call) besideSolved(a, b *Tensor) (bytes int64) {
	if c.wants(a) {
		bytes = a.Bytes()
		if !c.wants(b) {
			bytes += b.Bytes()
		}
	}
	return bytes
}

// triangularSolve is its older form, which keeps both sides.
func triangularSolve(c *call) Value {
	b, a := c.tensor("self"), c.tensor("other")
	c.matrix(a)
	c.matrix(b)
	out := c.columns(b.DType, c.aligned(a, b)...)
	copied := c.columns(a.DType, a.Shape...)
	c.madeAll([]*Tensor{out, copied}, []*Tensor{b, a}, b, a, out)
	return Tuple{out, copied}
}

// matrixPower multiplies as torch does: two products at most for the powers up to three.
func matrixPower(c *call) Value {
	t := c.square()
	switch c.int("n") {
	case 1:
		return c.do("Tensor.clone", t)
	case 2:
		return c.do("torch.matmul", t, t)
	case 3:
		return c.do("torch.matmul", c.do("torch.matmul", t, t), t)
	}
	c.giveUp("this power is not followed")
	return nil
}

// matrixNorm is the square root of the sum of squares; other norms are of decompositions.
func matrixNorm(c *call) Value {
	if c.arg("ord") != Value(String("fro")) || c.arg("dim") != Value(String("-2:-1")) || c.given("dtype") {
		c.giveUp("this norm of matrices is not followed")
	}
	return c.do("torch.linalg.vector_norm", c.tensor("self"), Int(2), Tuple{Int(-2), Int(-1)}, c.arg("keepdim"))
}

// leastSquares gives the solution, what is left, the rank and the singular values.
func leastSquares(c *call) Value {
	a, b := c.tensor("self"), c.tensor("other")
	if c.wants(a, b) {
		c.giveUp("what a decomposition keeps is not followed")
	}
	rows, columns := c.matrix(a)
	vector := len(b.Shape) == len(a.Shape)-1
	n := len(b.Shape)
	if n == 0 || vector && b.Shape[n-1] != rows || !vector && (n < 2 || b.Shape[n-2] != rows) {
		c.refuse("torch.linalg.lstsq: input.size(-2) should match other.size(-2)")
	}
	before := slices.Clone(a.Shape[:len(a.Shape)-2])
	shape := append(slices.Clone(before), columns)
	if !vector {
		shape = append(c.join(before, b.Shape[:n-2]), columns, b.Shape[n-1])
	}
	out := c.empty(b.DType, shape...)
	return Tuple{out, c.empty(b.DType, 0), c.empty(Int64, before...), c.empty(realPart(a.DType), 0)}
}
