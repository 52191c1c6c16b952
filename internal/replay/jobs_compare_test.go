package main

import "testing"

func TestSame(t *testing.T) {
	for _, c := range []struct {
		written, found string
		want           bool
	}{
		{"1e-4", "0.0001", true}, {"adamw", "AdamW", true}, {"4", "8", false}, {"Qwen3-8B", "/models/of/me/qwen3-8b", true},
		{"Qwen3-8B", "/models/of/me/qwen3-4b", false}, {"me/Qwen3-8B", "/models/of/me/Qwen3-8B", false}, {"Qwen3-8B", "me/Qwen3-8B", false},
	} {
		if got := same(c.found, c.written); got != c.want {
			t.Errorf("%s written, %s found: %t, want %t", c.written, c.found, got, c.want)
		}
	}
}
