package knowledge

import (
	"fmt"
	"slices"
	"strings"
)

// Holds is what a combination asks of one of its settings.
type Holds uint8

// What may be asked.
const (
	// HoldsOn: it is written, and Python takes it for true.
	HoldsOn Holds = iota
	// HoldsOff: it is absent, or Python takes it for false.
	HoldsOff
	// HoldsGiven: it is written, and is not None.
	HoldsGiven
	// HoldsIs: it is one of some words.
	HoldsIs
	// HoldsIsNot: it is none of some words; where it is absent, its default is none of them.
	HoldsIsNot
	// HoldsAbove: it is a number above another.
	HoldsAbove
	// HoldsNotFalse: it is absent, or is not False.
	HoldsNotFalse
	// HoldsFalse: it is written, and Python takes it for false.
	HoldsFalse
	// HoldsZero: it is written, and is 0.
	HoldsZero
	// HoldsField: a field of the job, in the words of package dialect, is the first of the words.
	HoldsField
)

// Setting is one setting of a combination.
type Setting struct {
	// Key is its name; several with blanks between them are alternatives: one of them has to hold, or, of HoldsOff, all.
	Key   string
	Holds Holds
	Words []string
	// Absent is what stands in where it is not written.
	Absent string
	Than   float64
	// Aside: it says which configs are meant, and is not told.
	Aside bool
}

// Keys are its names.
func (s Setting) Keys() []string { return strings.Fields(s.Key) }

// Written reports whether it can only hold where its key is written.
func (s Setting) Written() bool {
	switch s.Holds {
	case HoldsOff, HoldsNotFalse, HoldsField:
		return false
	case HoldsIs, HoldsIsNot, HoldsAbove:
		return s.Absent == ""
	}
	return true
}

// String is the setting as a page says it.
func (s Setting) String() string {
	name := "`" + strings.Join(s.Keys(), "` or `") + "`"
	words := strings.Join(s.Words, " or ")
	switch s.Holds {
	case HoldsOff:
		return "no " + name
	case HoldsIs:
		return name + " " + words
	case HoldsIsNot:
		return name + " other than " + words
	case HoldsAbove:
		return fmt.Sprintf("%s above %g", name, s.Than)
	case HoldsNotFalse:
		return name + " not false"
	case HoldsFalse:
		return name + " false"
	case HoldsZero:
		return name + " 0"
	case HoldsField:
		return words
	}
	return name
}

// Combination is some settings of one framework that it refuses together when it reads them, or of which it ignores
// one.
type Combination struct {
	// Name is that of the experiment that shows it.
	Name string
	// Dialect is whose settings they are, in the words of package dialect.
	Dialect string
	// Scripts are the programs that ask for it, by their file names; empty: all of them.
	Scripts string
	// Since is the release from which it is asked, Until the one that asks no more; "" for all that were tried.
	Since, Until string
	// When are the settings; the first that is written is where it is told.
	When []Setting
	// Raises is the exception, "" where a setting is ignored and training goes on; Says are its words, or what happens;
	// Instead is what to do.
	Raises, Says, Instead string
	// Minor: what is ignored changes nothing of what is trained.
	Minor bool
}

// Framework is the framework of a dialect as people call it, and the package that it is installed as, "" for none.
type Framework struct{ Called, Package string }

// FrameworkOf is that of a dialect whose combinations are known.
func FrameworkOf(dialect string) Framework { return combining[dialect] }

var combining = map[string]Framework{
	"axolotl":       {"axolotl", "axolotl"},
	"llama-factory": {"LLaMA-Factory", "llamafactory"},
	"torchtune":     {"torchtune's recipe", "torchtune"},
	"kohya":         {"sd-scripts", ""},
	"accelerate":    {"accelerate", "accelerate"},
}

// AdapterModules are the network_module of sd-scripts, whose programs that train adapters take one: others by the same
// hand ask for other things.
func AdapterModules(name string) bool {
	switch name {
	case "networks.lora", "networks.lora_fa", "networks.lora_flux", "networks.lora_sd3", "networks.dylora", "networks.oft",
		"networks.oft_flux", "lycoris.kohya":
		return true
	}
	return false
}

// Asks reports whether a program asks for the combination; of one that nothing is known of, whether all do that train
// adapters.
func (c Combination) Asks(program string) bool {
	switch {
	case c.Scripts == "":
		return true
	case program == "":
		return !slices.ContainsFunc(strings.Fields(kohyaAdapters), func(one string) bool { return !c.Asks(one) })
	}
	return slices.Contains(strings.Fields(c.Scripts), program)
}

// Combinations are all that are known: each was tried with the framework (oracle/combinations.py), those of sd-scripts
// by running its checking functions alone.
func Combinations() []Combination { return combinations }

var combinations = concat(axolotlCombinations, llamaFactoryCombinations, torchtuneCombinations, kohyaCombinations,
	accelerateCombinations)

func concat(lists ...[]Combination) (all []Combination) {
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func isOn(keys string) Setting            { return Setting{Key: keys, Holds: HoldsOn} }
func isOff(keys string) Setting           { return Setting{Key: keys, Holds: HoldsOff} }
func isGiven(keys string) Setting         { return Setting{Key: keys, Holds: HoldsGiven} }
func notFalse(key string) Setting         { return Setting{Key: key, Holds: HoldsNotFalse} }
func isFalse(keys string) Setting         { return Setting{Key: keys, Holds: HoldsFalse} }
func isZero(key string) Setting           { return Setting{Key: key, Holds: HoldsZero} }
func isAbove(k string, n float64) Setting { return Setting{Key: k, Holds: HoldsAbove, Than: n} }

// aside is a setting that says which configs are meant.
func aside(s Setting) Setting {
	s.Aside = true
	return s
}

func saysOne(key, words, absent string) Setting {
	return Setting{Key: key, Holds: HoldsIs, Words: strings.Fields(words), Absent: absent}
}

func saysOther(key, words, absent string) Setting {
	return Setting{Key: key, Holds: HoldsIsNot, Words: strings.Fields(words), Absent: absent}
}
