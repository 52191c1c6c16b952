package python_test

import (
	"math"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
)

// TestRepr: what CPython 3.12 prints.
func TestRepr(t *testing.T) {
	for f, want := range map[float64]string{
		0.1: "0.1", 1e16: "1e+16", 9999999999999998: "9999999999999998.0", 1e15: "1000000000000000.0", 123456789012345680: "1.2345678901234568e+17",
		1e-4: "0.0001", 0.0001234: "0.0001234", 0.00009999999999999999: "9.999999999999999e-05", 1e-5: "1e-05", 1.5e300: "1.5e+300", 5e-324: "5e-324",
		1e5: "100000.0", math.Copysign(0, -1): "-0.0", 1234567.5: "1234567.5", math.Inf(-1): "-inf",
	} {
		if got := python.ReprFloat(f); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for s, want := range map[string]string{
		"a": "'a'", "a'b": `"a'b"`, "a\"b'c": `'a"b\'c'`, "\x00\x1b": `'\x00\x1b'`, "é\u200b\n\t\r": `'é\u200b\n\t\r'`, `\`: `'\\'`, `say "x"`: `'say "x"'`,
	} {
		if got := python.ReprText(s); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
