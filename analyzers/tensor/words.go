package tensor

import (
	"slices"
	"strconv"
	"strings"
)

func equal(a, b []int64) bool { return slices.Equal(a, b) }

// listed is a shape as torch prints it: [2, 3].
func listed(shape []int64) string {
	words := make([]string, len(shape))
	for i, n := range shape {
		words[i] = strconv.FormatInt(n, 10)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// scalarName is what torch's messages call an element type.
func scalarName(d DType) string {
	switch d {
	case Bool8:
		return "Bool"
	case Uint8:
		return "Byte"
	case Int8:
		return "Char"
	case Int16:
		return "Short"
	case Int32:
		return "Int"
	case Int64:
		return "Long"
	case Float16:
		return "Half"
	case BFloat16:
		return "BFloat16"
	case Float64:
		return "Double"
	case Complex64:
		return "ComplexFloat"
	case Complex128:
		return "ComplexDouble"
	}
	return "Float"
}
