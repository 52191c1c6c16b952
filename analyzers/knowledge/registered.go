package knowledge

import (
	"bytes"
	"regexp"
)

var (
	registersModule = []byte("register_module")
	topClass        = regexp.MustCompile(`(?m)^class (\w+)`)
	registersAs     = regexp.MustCompile(`register_module\((?:name=)?['"](\w+)['"]`)
)

// RegisteredNames are the names under which a file of OpenMMLab's kind may put classes into a registry, @MODELS.register_module():
// those of its classes, and those that it says. nil for a file that registers nothing.
func RegisteredNames(text []byte) (names []string) {
	if !bytes.Contains(text, registersModule) {
		return nil
	}
	for _, found := range append(topClass.FindAllSubmatch(text, -1), registersAs.FindAllSubmatch(text, -1)...) {
		names = append(names, string(found[1]))
	}
	return names
}
