package ask

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/python"
)

// InTest reports whether a file is one of tests: what is learnt or measured in their loops is small, and nobody's model.
func InTest(file string) bool {
	return strings.HasPrefix(path.Base(file), "test_") && slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
		return dir == "tests" || dir == "test"
	})
}

// IsUnitTest reports whether a function is one of a test's: it is called so, and asserts something.
func IsUnitTest(fn *python.Function) bool {
	if fn == nil || !strings.HasPrefix(fn.Name, "test") {
		return false
	}
	for n := range python.AllIn(fn.Body) {
		switch n := n.(type) {
		case *python.Assert:
			return true
		case *python.Call:
			if strings.HasPrefix(python.LastName(n.Func), "assert") {
				return true
			}
		}
	}
	return false
}
