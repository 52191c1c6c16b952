package all_test

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/pattern"
	_ "github.com/trainlint/trainlint/rules/all"
)

// TestPatterns: what is compiled only when it is asked for can be compiled.
func TestPatterns(t *testing.T) {
	if err := pattern.Check(); err != nil {
		t.Error(err)
	}
}
