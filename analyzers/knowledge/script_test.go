package knowledge_test

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// TestImportsByParts: a program that puts a module's name together chooses what it runs; a package that imports its own parts late does not.
func TestImportsByParts(t *testing.T) {
	for text, want := range map[string]bool{
		`mod = importlib.import_module(f"app.{name}.train")`:                  true,
		`mod = importlib.import_module("models." + args.model)`:               true,
		`mod = importlib.import_module("." + args.model, "models")`:           true,
		`return importlib.import_module("." + module_name, self.__name__)`:    false,
		`return importlib.import_module("torch")`:                             false,
		"a = import_module('.' + n, __name__)\nb = import_module('m.' + n)\n": true,
	} {
		if got := knowledge.ImportsByParts([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
