package launch

import (
	"strings"
	"unicode"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Flag is one option of a command line.
type Flag struct {
	// Name is the option without dashes, hyphens as underscores: the name
	// argparse stores it under.
	Name string
	// Values are the words that belong to it; none for a bare switch.
	Values []Word
	// Key is the option's own bytes, Span those of its values too.
	Key, Span source.Span
}

// Value is the first value; ok is false for a bare switch.
func (f Flag) Value() (Word, bool) {
	if len(f.Values) == 0 {
		return Word{}, false
	}
	return f.Values[0], true
}

// Override is a key=value argument, as OmegaConf and Hydra programs take them.
type Override struct {
	Key   string // "+", "++" and "~" taken off
	Value Word
	Span  source.Span
}

// Arguments are the words a program is given, sorted by what they look like.
type Arguments struct {
	Flags      []Flag
	Overrides  []Override
	Positional []Word
	// All are the words as they are given, in order: who knows the program's options sorts them better.
	All []Word
	// Open means that words are missing here which only the run knows ("$@").
	Open bool
}

// Flag is the last option of that name, which is the one argparse keeps.
func (a Arguments) Flag(names ...string) (Flag, bool) {
	for i := len(a.Flags) - 1; i >= 0; i-- {
		for _, name := range names {
			if a.Flags[i].Name == name {
				return a.Flags[i], true
			}
		}
	}
	return Flag{}, false
}

// Words are all values and operands, the words that may name files.
func (a Arguments) Words() []Word {
	words := append([]Word(nil), a.Positional...)
	for _, f := range a.Flags {
		words = append(words, f.Values...)
	}
	return words
}

// isOption reports whether a word is an option: a dash and then no digit,
// because "-1" and "-.5" are values.
func isOption(s string) bool {
	if len(s) < 2 || s[0] != '-' {
		return false
	}
	return s[1] != '.' && (s[1] < '0' || s[1] > '9') && s != "--"
}

// optionName takes the dashes off: "--per-device-x=4" has name per_device_x
// and a value from byte 17; the value's start is -1 when there is none.
func optionName(s string) (string, int) {
	name := strings.TrimLeft(s, "-")
	value := -1
	if i := strings.IndexByte(s, '='); i >= 0 {
		value = i + 1
		name = strings.TrimLeft(s[:i], "-")
	}
	return strings.ReplaceAll(name, "-", "_"), value
}

// programArguments sorts the words a training program is given. Nobody says
// here how many values each option takes, so an option owns every plain word
// that follows it.
func programArguments(words []Word) Arguments {
	a := Arguments{All: words}
	open := -1
	for _, w := range words {
		switch {
		case isOpen(w):
			a.Open = true
			if open >= 0 && !strings.ContainsAny(w.Text, "@*") && len(a.Flags[open].Values) == 0 {
				a.Flags[open].Values = append(a.Flags[open].Values, w)
			}
			open = -1
		case isOption(w.Text):
			a.Flags = append(a.Flags, newFlag(w))
			open = len(a.Flags) - 1
			if len(a.Flags[open].Values) > 0 {
				open = -1
			}
		case open < 0 && isOverride(w.Text):
			a.Overrides = append(a.Overrides, newOverride(w))
		case open >= 0:
			f := &a.Flags[open]
			f.Values = append(f.Values, w)
			f.Span = cover(f.Span, w.Span)
		case w.Text != "--":
			a.Positional = append(a.Positional, w)
		}
	}
	return a
}

// isOpen reports whether a word is one unknown expansion, which may stand for
// any number of words.
func isOpen(w Word) bool {
	if w.Known || len(w.cells) == 0 {
		return false
	}
	for _, c := range w.cells {
		if c.cellFlags&unknown == 0 {
			return false
		}
	}
	return true
}

// Variables are the names of those that stand alone among the words and that nobody sets where the command stands: each
// may stand for any number of words.
func (a Arguments) Variables() (names []string) {
	for _, w := range a.All {
		if name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(w.Text, "$"), "{"), "}"); isOpen(w) &&
			w.Text != name &&
			isName(name) {
			names = append(names, name)
		}
	}
	return names
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "_") != "" &&
		!strings.ContainsFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func newFlag(w Word) Flag {
	name, value := optionName(w.Text)
	f := Flag{Name: name, Key: w.Span, Span: w.Span}
	switch {
	case value >= 0:
		f.Values = []Word{w.Part(value, len(w.Text))}
	case !w.Known: // it may not be given
		f.Values = []Word{w}
	}
	return f
}

// isOverride reports whether a word is key=value with a dotted key.
func isOverride(s string) bool {
	key, _, ok := strings.Cut(strings.TrimLeft(s, "+~"), "=")
	if !ok || key == "" {
		return false
	}
	for _, r := range key {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("._-/@:", r):
		default:
			return false
		}
	}
	return true
}

func newOverride(w Word) Override {
	eq := strings.IndexByte(w.Text, '=')
	return Override{Key: strings.TrimLeft(w.Text[:eq], "+~"), Value: w.Part(eq+1, len(w.Text)), Span: w.Span}
}

// cover is the smallest span around two; spans of another line's variable do
// not widen it backwards.
func cover(a, b source.Span) source.Span {
	if b.Start < a.Start {
		return a
	}
	return source.Span{Start: a.Start, End: max(a.End, b.End)}
}
