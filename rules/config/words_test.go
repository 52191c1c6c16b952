package config

import (
	"strconv"
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestFloatsAsText: what PyYAML 6 gives for a word (yaml.safe_load), and what is written in its place is the same
// number to it.
func TestFloatsAsText(t *testing.T) {
	for text, asText := range map[string]bool{
		"1e-4": true, "1E-4": true, "1e4": true, "1e+4": true, "1.0e4": true, "1.0E4": true, "-1e-4": true,
		"1.0e-4": false, "1.e-4": false, ".1e-4": false, "0x1e4": false, "true": false, "1.5": false, "100": false, "'1e-4'": false, "!!float 1e-4": false,
		"1e": false, "e4": false, "be-4": false, "1e-4x": false, "None": false, "[1e]": false, // texts to everybody
	} {
		n := config.ParseAs(source.New("a.yaml", []byte("x: "+text+"\n")), config.YAML).Get("x")
		if got := floatAsText(n); got != asText {
			t.Errorf("%s: a float as text %v, want %v", text, got, asText)
		}
		if !asText {
			continue
		}
		written := withPoint(text)
		was, _ := strconv.ParseFloat(text, 64)
		is, err := strconv.ParseFloat(written, 64)
		again := config.ParseAs(source.New("a.yaml", []byte("x: "+written+"\n")), config.YAML).Get("x")
		if err != nil || was != is || floatAsText(again) || config.PyYAML.Value(again).Kind != config.Float {
			t.Errorf("%s: %s is written, %v", text, written, config.PyYAML.Value(again).Kind)
		}
	}
}

// TestSameNumbers: texts are compared as numbers where both are some.
func TestSameNumbers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"1e-4", "0.0001", true}, {"1", "1.0", true}, {"1", "2", false}, {"auto", "auto", true}, {"auto", "1", false}, {"1", "auto", false}, {"auto", "fp16", false}, {"", "0", false}, {"0", "", false}, {"", "", true},
	} {
		if got := sameNumber(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// TestSameValues: what a key that stands twice gives either way.
func TestSameValues(t *testing.T) {
	values := []string{"1", "1.0", "\"1\"", "one", "[1]", "[1, 2]", "{a: 1}", "{a: 2}", "!!str 1", "!!set [1]"}
	for _, a := range values {
		for _, b := range values {
			d := config.ParseAs(source.New("a.yaml", []byte("x: "+a+"\ny: "+b+"\n")), config.YAML)
			if got := sameValue(d.Get("x"), d.Get("y")); got != (a == b) {
				t.Errorf("%s and %s: %v", a, b, got)
			}
		}
	}
}
