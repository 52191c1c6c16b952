package nearest

import "testing"

func TestName(t *testing.T) {
	names := []string{"retain-graph", "retain-graph-redundant", "prefetch-factor", "memory"}
	for typed, want := range map[string]string{
		"retain-grahp":    "retain-graph", // neighbours swapped
		"retain_graph":    "retain-graph",
		"Prefetch-Factor": "prefetch-factor",
		"prefetch":        "prefetch-factor",
		"memroy":          "memory",
		"completely":      "",
		"x":               "",
	} {
		if got := Name(typed, names); got != want {
			t.Errorf("Name(%q) = %q, want %q", typed, got, want)
		}
	}
	if got, want := Hint("memroy", names), `, did you mean "memory"?`; got != want {
		t.Errorf("Hint = %q, want %q", got, want)
	}
	if got := Hint("completely", names); got != "" {
		t.Errorf("Hint = %q, want nothing", got)
	}
}
