package library

import (
	"math"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/run"
)

// computed is what a mathematical function gives; nil where it is none, or where its argument is not known.
func computed(c *run.Call, path string) run.Value {
	function, rounds := python.MathFunction(path), path == "math.ceil" || path == "math.floor"
	if function == nil && !rounds {
		return nil
	}
	v, _ := c.Argument("x", 0)
	located, _ := v.(*run.Located)
	if located != nil {
		v = located.Value
	}
	var found run.Value
	switch {
	case rounds:
		found = rounded(v, path == "math.ceil")
	case len(c.Args) == 1:
		if x, ok := number(v); ok {
			if y := function(x); !math.IsNaN(y) && !math.IsInf(y, 0) {
				found = run.Float(y)
			}
		}
	}
	if located != nil && found != nil {
		return run.LocatedAt(found, located.Origin, located.Default)
	}
	return found
}

func number(v run.Value) (x float64, ok bool) {
	switch v := v.(type) {
	case run.Int:
		return float64(v), true
	case run.Float:
		return float64(v), true
	}
	return 0, false
}

// rounded is a number as math.floor or math.ceil rounds it; nil where it is not known, or too large to be exact.
func rounded(v run.Value, up bool) run.Value {
	switch n := v.(type) {
	case run.Int:
		return n
	case run.Float:
		whole := math.Floor(float64(n))
		if up {
			whole = math.Ceil(float64(n))
		}
		if math.Abs(whole) < 1<<53 {
			return run.Int(whole)
		}
	}
	return nil
}
