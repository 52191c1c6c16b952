package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/pattern"
)

// interpolates reports whether a text holds a reference in OmegaConf's syntax. A name
// in capitals alone, ${USER} or ${DATA:-/tmp}, is one of the shell's, which scripts
// expand with os.path.expandvars.
func interpolates(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "${")
		if !found {
			return false
		}
		inner, after, _ := strings.Cut(rest, "}")
		if !shellVariable.MatchString(inner) {
			return true
		}
		text = after
	}
}

var shellVariable = pattern.New(`^[A-Z_][A-Z0-9_]*(:?[-=+?].*)?$`)

// interpolate fills in values that are one reference to another key of the same
// file, such as ${max_seq_len}, ${.lr}, or hyperpyyaml's !ref <lr>. The pair keeps its own place: that is
// where the value is set for this key. Anything else, like ${oc.env:X} or text
// around a reference, stays unknown.
func interpolate(pairs []Pair) {
	byKey := make(map[string]int, len(pairs))
	for i := range pairs {
		byKey[pairs[i].Key] = i
	}
	for i := range pairs {
		at := i
		for range 8 { // a reference may name a reference
			target, ok := reference(pairs[at])
			if !ok {
				break
			}
			next, ok := byKey[target]
			if !ok || next == i {
				break
			}
			at = next
		}
		if at != i && pairs[at].Value.Known() {
			pairs[i].Value = pairs[at].Value
		}
	}
}

// reference is the key that a value like ${a.b} names, and whether it is one.
func reference(p Pair) (string, bool) {
	if p.Value.Known() || p.Value.Node == nil || p.Value.Node.Kind != config.Scalar {
		return "", false
	}
	if p.Value.Node.Tag == "!ref" {
		return hyperReference(p.Value.Text)
	}
	inner, ok := strings.CutPrefix(p.Value.Text, "${")
	if !ok || !strings.HasSuffix(inner, "}") || strings.Count(inner, "}") != 1 || strings.ContainsAny(inner, ":$") {
		return "", false
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, "}"))
	if !strings.HasPrefix(inner, ".") {
		return inner, inner != ""
	}
	base := p.Key
	for strings.HasPrefix(inner, ".") { // one dot: beside this key; each more: a level up
		cut := strings.LastIndexByte(base, '.')
		if cut < 0 {
			base = ""
		} else {
			base = base[:cut]
		}
		inner = inner[1:]
	}
	if base == "" {
		return inner, true
	}
	return base + "." + inner, true
}

// hyperReference reads the <key> of a !ref; arithmetic on references is left alone.
func hyperReference(text string) (string, bool) {
	inner, ok := strings.CutPrefix(text, "<")
	inner, closed := strings.CutSuffix(inner, ">")
	if !ok || !closed || strings.ContainsAny(inner, "<> ") {
		return "", false
	}
	return strings.NewReplacer("[", ".", "]", "").Replace(inner), true
}
