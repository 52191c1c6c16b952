package jobedit

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/dialect"
)

// What is written must be read back as what was meant.
func TestSpellingsAreReadBack(t *testing.T) {
	for name, list := range spellings {
		d := dialect.Named(name)
		if d == nil {
			t.Errorf("there is no dialect %q", name)
			continue
		}
		for _, s := range list {
			var pairs []dialect.Pair
			for _, set := range s.settings {
				pairs = append(pairs, dialect.Pair{Key: set.key, Value: loaded(set.value)})
			}
			got, ok := dialect.FromPairs(name, pairs).Get(s.field)
			if !ok || got.Text != s.text {
				t.Errorf("%s: %v is read as %s %q, want %q", name, s.settings, s.field, got.Text, s.text)
			}
		}
	}
}

func loaded(v value) config.Value {
	if v == yes || v == no {
		return config.Value{Kind: config.Bool, Bool: v == yes, Text: v.text}
	}
	return config.Value{Kind: config.String, Text: v.text}
}

func TestCountsGoUnderTheDialectsOwnKey(t *testing.T) {
	for name, want := range map[string]string{
		"hf-arguments": "per_device_train_batch_size", "axolotl": "micro_batch_size", "torchtune": "batch_size",
		"llama-factory": "per_device_train_batch_size", "diffusers": "train_batch_size", "generic": "",
	} {
		settings, ok := spellingOf(dialect.Named(name), Change{dialect.MicroBatch, "1"}, "")
		if ok != (want != "") || (ok && settings[0].key != want) {
			t.Errorf("%s writes the micro-batch as %v, want %q", name, settings, want)
		}
	}
}
