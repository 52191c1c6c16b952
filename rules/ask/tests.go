package ask

import (
	"path"
	"slices"
	"strings"
)

// InTest reports whether a file is one of tests: what is learnt or measured in their loops is small, and nobody's
// model. Its name and its folder say so, tests/test_step.py and checks/smoke_tests/smoke_test_step.py; test.py and
// test/run.py are where people evaluate.
func InTest(file string) bool {
	name := path.Base(file)
	return (strings.HasPrefix(name, "test_") || strings.Contains(name, "_test_")) &&
		slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(dir string) bool {
			return dir == "tests" || dir == "test" || strings.HasSuffix(dir, "_tests")
		})
}
