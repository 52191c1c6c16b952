package tensor

// DType is the type of a tensor's elements.
type DType uint8

// The element types, in the order of torch's promotion within one category.
const (
	NoDType DType = iota
	Bool8
	Uint8
	Int8
	Int16
	Int32
	Int64
	Float16
	BFloat16
	Float32
	Float64
	Complex64
	Complex128
)

var dtypes = [...]struct {
	name  string
	bytes int64
}{
	NoDType: {"none", 0}, Bool8: {"bool", 1}, Uint8: {"uint8", 1}, Int8: {"int8", 1}, Int16: {"int16", 2},
	Int32: {"int32", 4}, Int64: {"int64", 8}, Float16: {"float16", 2}, BFloat16: {"bfloat16", 2},
	Float32: {"float32", 4}, Float64: {"float64", 8}, Complex64: {"complex64", 8}, Complex128: {"complex128", 16},
}

// otherNames are the second names that torch has for its types.
var otherNames = map[string]DType{
	"float": Float32, "double": Float64, "half": Float16, "long": Int64, "int": Int32, "short": Int16,
	"cfloat": Complex64, "cdouble": Complex128,
}

// DTypeNamed is the type that torch calls by a name, with or without "torch.": float32, long.
func DTypeNamed(name string) (DType, bool) {
	if len(name) > 6 && name[:6] == "torch." {
		name = name[6:]
	}
	for d, is := range dtypes {
		if d > 0 && is.name == name {
			return DType(d), true
		}
	}
	d, ok := otherNames[name]
	return d, ok
}

func (d DType) String() string { return "torch." + dtypes[d].name }

// Size is what one element takes, in bytes.
func (d DType) Size() int64 { return dtypes[d].bytes }

// Floating reports whether a tensor of this type may have a gradient without being complex.
func (d DType) Floating() bool { return d >= Float16 && d <= Float64 }

// Complex reports whether the elements have an imaginary part.
func (d DType) Complex() bool { return d >= Complex64 }

func (d DType) differentiable() bool { return d >= Float16 }

// category orders bool < integers < floats < complex, as promotion does.
func (d DType) category() int {
	switch {
	case d == NoDType:
		return 0
	case d == Bool8:
		return 1
	case d <= Int64:
		return 2
	case d <= Float64:
		return 3
	}
	return 4
}

// promote is torch.promote_types.
func promote(a, b DType) DType {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b || a == NoDType:
		return b
	case a == Uint8 && b == Int8:
		return Int16
	case a == Float16 && b == BFloat16:
		return Float32
	case b == Complex64 && a == Float64:
		return Complex128
	}
	return b
}

// floated is the type that a function of real numbers gives of a type: integers become float32.
func floated(d DType) DType {
	if d.category() < 3 {
		return Float32
	}
	return d
}

// realPart is the type of a complex type's absolute value.
func realPart(d DType) DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	}
	return d
}

// complexOf is the complex type over a real one.
func complexOf(d DType) DType {
	if d == Float64 || d == Complex128 {
		return Complex128
	}
	return Complex64
}

// numberType is what a Python number counts as where it meets tensors.
func numberType(v Value) DType {
	switch v.(type) {
	case Bool:
		return Bool8
	case Int:
		return Int64
	}
	return Float32
}

// resultType is torch.result_type: tensors with dimensions decide before those without, both before Python's numbers,
// unless the later ones are of a higher category.
func resultType(operands []Value) DType {
	var dimmed, scalars, numbers DType
	for _, v := range operands {
		switch t, ok := v.(*Tensor); {
		case ok && t.number:
			numbers = promote(numbers, numberOf(t.DType))
		case ok && len(t.Shape) > 0:
			dimmed = promote(dimmed, t.DType)
		case ok:
			scalars = promote(scalars, t.DType)
		default:
			numbers = promote(numbers, numberType(v))
		}
	}
	return combine(combine(dimmed, scalars), numbers)
}

// numberOf is what a wrapped number counts as: Python's floats are of the default type.
func numberOf(d DType) DType {
	if d == Float64 {
		return Float32
	}
	return d
}

// combine lets the lower type win only where it is of a higher category.
func combine(higher, lower DType) DType {
	switch {
	case higher.category() >= lower.category():
		return higher
	case lower.Complex() && higher.Floating():
		return complexOf(higher)
	}
	return promote(higher, lower)
}
