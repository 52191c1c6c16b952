package job

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// TestJSON: a model called 405 is a text, whatever it looks like.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		text string
		of   dialect.Type
		want any
	}{
		{"405", dialect.Word, "405"}, {"true", dialect.Word, "true"},
		{"4", dialect.Number, int64(4)}, {"1e-5", dialect.Number, 1e-5}, {"512x768", dialect.Number, "512x768"}, {"inf", dialect.Number, "inf"}, {"nan", dialect.Number, "nan"},
		{"true", dialect.Switch, true}, {"false", dialect.Switch, false}, {"maybe", dialect.Switch, "maybe"},
	} {
		if got := (Value{Text: c.text}).JSON(c.of); got != c.want {
			t.Errorf("%s of type %d is %v, want %v", c.text, c.of, got, c.want)
		}
	}
}
