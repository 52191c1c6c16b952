package config

import "testing"

// TestInline: a list on a command line is a list; what is broken, or two documents, is none.
func TestInline(t *testing.T) {
	for text, want := range map[string]string{"[32, 64]": "64", "{a: 1, 1: b}": "b", "[32, 64": "", "[1]]": "", "{a": ""} {
		n, got := Inline(text), ""
		if n != nil && n.Kind == Sequence {
			got = n.Items[1].Raw()
		} else if n != nil {
			got = n.Get("1").Raw()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
