package ask

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestNearest: a slip of a letter or two is told, and nothing where two names are as close or none is.
func TestNearest(t *testing.T) {
	names := []string{"learning_rate", "num_train_epochs", "max_steps", "fp16", "bf16", "lr", "seed", "warmup_steps", "warmup_ratio", "logging_steps"}
	for word, want := range map[string]string{
		"learning_rate":    "learning_rate",
		"learing_rate":     "learning_rate",
		"learning_rat":     "learning_rate",
		"learningrate":     "learning_rate",
		"lerning_rte":      "learning_rate",
		"lerning_rt":       "", // three letters are missing
		"num_train_epoch":  "num_train_epochs",
		"num_trian_epochs": "num_train_epochs",
		"max_step":         "max_steps",
		"max_stesp":        "max_steps",
		"mx_stps":          "max_steps",
		"maxsteps_x":       "",
		"fp16":             "fp16",
		"fp_16":            "fp16",
		"cf16":             "bf16", // one letter from bf16, two from fp16
		"f16":              "",     // a letter from two
		"xf16":             "bf16",
		"tf32":             "",
		"sed":              "seed",
		"see":              "seed",
		"sd":               "",
		"l":                "",
		"r":                "",
		"warmup_rtaio":     "warmup_ratio",
		"warmup_rat":       "warmup_ratio",
		"no_steps":         "", // another word, not a slip in one
		"ogling_steps":     "",
		"olgging_steps":    "logging_steps",
		"warmup":           "",
		"logging_step":     "logging_steps",
		"logging":          "",
		"":                 "",
		"completely_other": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	for word, known := range map[string]string{"abc_": "abc_d", "abc_d": "abc_", "abcd__e": "abcd_f_e", "abcd_f_e": "abcd__e", "_abcd": "e_abcd"} { // a word that is not there
		if got := Nearest(word, []string{known}); got != known {
			t.Errorf("%q: %q, want %q", word, got, known)
		}
	}
	for _, tie := range [][]string{{"aab", "aac"}, {"aac", "aab"}, {"aaab", "aaba"}} {
		if got := Nearest("aaa", tie); got != "" {
			t.Errorf("of %v: %q, and the other is as close", tie, got)
		}
	}
	if got := Nearest("aaa", []string{"aab", "aab"}); got != "aab" {
		t.Errorf("the same name twice: %q", got)
	}
}

// TestOffered: whether a component is there in what a project may run with.
func TestOffered(t *testing.T) {
	const (
		gone   = "torchtune.utils.FullModelHFCheckpointer"
		added  = "torchtune.models.phi4.phi4_14b"
		always = "torchtune.datasets.alpaca_dataset"
	)
	for declared, want := range map[string][3]Refusal{
		"":                 {Gone, Taken, Taken},
		"torchtune":        {Gone, Taken, Taken},
		"torchtune==0.2.1": {Taken, Other, Taken},
		"torchtune>=0.2":   {Gone, Taken, Taken},
		"torchtune>=0.3":   {Other, Taken, Taken},
		"torchtune>=7":     {Taken, Taken, Taken}, // a release that nobody has read
	} {
		versions := deps.Read([]string{"requirements.txt", "lora.yaml"}, func(name string) *source.File {
			return source.New(name, []byte(declared+"\n"))
		}).For("lora.yaml")
		for i, path := range []string{gone, added, always} {
			of := knowledge.Constructor{Library: "torchtune", Packages: []string{"torchtune"}, Class: path}
			if got := Offered(versions, of).Refusal; got != want[i] {
				t.Errorf("%q: %s is %d, want %d", declared, path, got, want[i])
			}
		}
		none := knowledge.Constructor{Library: "torchtune", Packages: []string{"torchtune"}, Class: "torchtune.no.such"}
		if got := Offered(versions, none).Refusal; got != Never {
			t.Errorf("%q: what no release has is %d", declared, got)
		}
	}
}
