package ask

import (
	"path"
	"slices"
	"strings"
)

// InTest reports whether a file is one of tests: what is learnt or measured in their loops is small, and nobody's
// model.
func InTest(file string) bool {
	return strings.HasPrefix(path.Base(file), "test_") &&
		slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
			return dir == "tests" || dir == "test"
		})
}
