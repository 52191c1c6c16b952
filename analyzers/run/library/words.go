package library

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/run"
)

// passed are the words of a command line sorted by the options of a parser.
type passed struct {
	// flags are the words that belong to each option, by its destination; the last time it is given counts.
	flags map[string]given
	// others are options that the parser does not know, by their name without dashes, hyphens as underscores.
	others     map[string]given
	positional []Word
}

// given is one option as it is given.
type given struct {
	of    *option // nil for one that the parser does not know
	key   Word
	words []Word
	// off: --no-name.
	off bool
	// before is the same option where it is given once more; nil where it is given once.
	before *given
}

// isFlag reports whether a word is an option: a dash and then no digit, because -1 and -.5 are values.
func isFlag(w Word) bool {
	s := w.Text
	return len(s) > 1 && s[0] == '-' && s != "--" && s[1] != '.' && (s[1] < '0' || s[1] > '9')
}

// flagName is an option without dashes and value, hyphens as underscores: where argparse stores it.
func flagName(s string) string {
	s, _, _ = strings.Cut(s, "=")
	return strings.ReplaceAll(strings.TrimLeft(s, "-"), "-", "_")
}

// sortWords gives each option the words that belong to it.
func sortWords(words []Word, options []*option) passed {
	p := passed{flags: map[string]given{}, others: map[string]given{}}
	words = apart(words, options)
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.Text == "--": // what follows are operands
			p.positional = append(p.positional, words[i+1:]...)
			return p
		case !isFlag(w):
			p.positional = append(p.positional, w)
			continue
		}
		g := given{key: w}
		o, off := matching(w.Text, options)
		g.of, g.off = o, off
		most := len(words)
		if o != nil {
			most = o.most()
		}
		if w.Behind != nil {
			g.words = []Word{*w.Behind}
		} else {
			rest := o != nil && o.takesRest()
			for len(g.words) < most && i+1 < len(words) && (rest || !isFlag(words[i+1]) && words[i+1].Text != "--") {
				i++
				g.words = append(g.words, words[i])
			}
		}
		if o == nil {
			if before, again := p.others[flagName(w.Text)]; again {
				g.before = &before
			}
			p.others[flagName(w.Text)] = g
		} else {
			if before, again := p.flags[o.dest]; again && (o.action == "extend" || o.action == "append") {
				g.words = append(before.words, g.words...)
			}
			p.flags[o.dest] = g
		}
	}
	return p
}

// apart takes short options that share a word out of it: -n3 is -n 3, -ab is -a -b.
func apart(words []Word, options []*option) []Word {
	var list []Word
	for i, w := range words {
		if w.Text == "--" {
			return append(list, words[i:]...)
		}
		for sharesWord(w, options) {
			o, _ := matching(w.Text[:2], options)
			head, rest := w, w
			head.Text = w.Text[:2]
			if o.most() > 0 {
				rest.Text = w.Text[2:]
				head.Behind = &rest
				w = head
				break
			}
			list = append(list, head)
			rest.Text = "-" + w.Text[2:]
			w = rest
		}
		list = append(list, w)
	}
	return list
}

// sharesWord reports whether a word begins with a short option and goes on.
func sharesWord(w Word, options []*option) bool {
	if !w.Known || w.Behind != nil || !isFlag(w) || len(w.Text) < 3 || w.Text[1] == '-' {
		return false
	}
	if o, _ := matching(w.Text, options); o != nil {
		return false
	}
	o, _ := matching(w.Text[:2], options)
	return o != nil
}

// matching is the option that a word names: in full, negated, or by a beginning that no other shares.
func matching(text string, options []*option) (found *option, off bool) {
	text, _, _ = strings.Cut(text, "=")
	for _, o := range options {
		for _, flag := range o.flags {
			if flag == text {
				return o, false
			}
			if o.action == boolean && (text == o.off || o.off == "" && text == "--no-"+strings.TrimPrefix(flag, "--")) {
				return o, true
			}
		}
	}
	if !strings.HasPrefix(text, "--") {
		return nil, false
	}
	for _, o := range options {
		for _, flag := range o.flags {
			if strings.HasPrefix(flag, text) {
				if found != nil && found != o {
					return nil, false
				}
				found = o
			}
		}
	}
	return found, false
}

// most is how many words an option takes at most.
func (o *option) most() int {
	switch o.action {
	case "store", "append", "extend", "":
	case unknownAction:
		return 1
	default:
		return 0
	}
	switch n := o.nargs.(type) {
	case run.Int:
		return int(n)
	case run.Str:
		if n == "?" {
			return 1
		}
		return 1 << 20
	}
	if o.takesRest() {
		return 1 << 20
	}
	return 1
}

// takesRest reports whether an option takes all words behind it, be they options or not.
func (o *option) takesRest() bool {
	return o.nargs == run.Value(run.Symbol("argparse.REMAINDER")) || o.nargs == run.Value(run.Str("..."))
}
