package model

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/tensor"
)

// ParseInput reads 8x3x224x224, 2x77:int64 or name=2x77.
func ParseInput(text string) (Input, error) {
	in := Input{DType: tensor.Float32}
	shape := text
	if name, rest, ok := strings.Cut(text, "="); ok {
		in.Name, shape = name, rest
	}
	shape, dtype, typed := strings.Cut(shape, ":")
	if typed {
		d, ok := tensor.DTypeNamed(dtype)
		if !ok {
			return in, fmt.Errorf("%s: torch has no dtype %q", text, dtype)
		}
		in.DType = d
	}
	for _, word := range strings.Split(shape, "x") {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil || n < 0 {
			return in, fmt.Errorf("%s: %q is no size: write 8x3x224x224, or 2x77:int64", text, word)
		}
		in.Shape = append(in.Shape, n)
	}
	return in, nil
}
