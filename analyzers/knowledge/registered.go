package knowledge

import (
	"bytes"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

var (
	registersModule = []byte("register_module")
	topClass        = pattern.New(`(?m)^class (\w+)`)
	registersAs     = pattern.New(`register_module\((?:name=)?['"](\w+)['"]`)
)

// RegisteredNames are the names under which a file of OpenMMLab's kind may put classes into a registry,
// @MODELS.register_module(): those of its classes, and those that it says. nil for a file that registers nothing.
func RegisteredNames(text []byte) (names []string) {
	if !bytes.Contains(text, registersModule) {
		return nil
	}
	for _, found := range append(topClass.Regexp().FindAllSubmatch(text, -1),
		registersAs.Regexp().FindAllSubmatch(text, -1)...) {
		names = append(names, string(found[1]))
	}
	return names
}
