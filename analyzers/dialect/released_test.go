package dialect

import (
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// What a dialect reads is read by the framework: its keys are among those of the releases that were read. axolotl was
// once said to load weights in the torch_dtype of its YAML, which it drops. Those that stand on the Trainer share the
// keys of transformers and TRL.
func TestKeysAreThoseOfReleases(t *testing.T) {
	for _, one := range []struct {
		dialect   *Dialect
		libraries []string
	}{
		{axolotl, []string{"axolotl"}},
		{msSwift, []string{"ms-swift", "transformers", "trl"}},
		{llamaFactory, []string{"llamafactory", "transformers", "trl"}},
	} {
		var names []string
		for _, library := range one.libraries {
			read := knowledge.TakenBy(library)
			for _, class := range read.Classes() {
				names = append(names, read.Ever(class)...)
			}
		}
		if len(names) < 100 {
			t.Fatalf("%s: only %d names were read", one.dialect.Name, len(names))
		}
		for _, key := range one.dialect.Keys {
			if top, _, _ := strings.Cut(key.Path, "."); !slices.Contains(names, top) {
				t.Errorf("%s reads %s, which no release of %s has", one.dialect.Name, key.Path, strings.Join(one.libraries, " or "))
			}
		}
	}
}
