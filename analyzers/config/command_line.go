package config

import "github.com/trainlint/trainlint/analyzers/source"

// CommandLine reads words of a command line as argparse's type= and Hydra's
// grammar would: numbers in any notation, true and false in any case.
var CommandLine = &Host{Name: "command line", implicit: []implicitType{bool12, intPlain, floatPlain}}

// TextValue is what the host makes of bare text that stands in no file.
func (h *Host) TextValue(text string) Value {
	v := Value{Text: text}
	h.bare(&v)
	return v
}

// Inline is a list or a mapping as a word of a command line writes it, [32, 64]; nil where it is broken.
func Inline(text string) *Node {
	const key = "word"
	d := ParseAs(source.New("<"+key+">", []byte(key+": "+text)), YAML)
	if len(d.Problems) > 0 || d.Root() == nil {
		return nil
	}
	return d.Root().Get(key)
}
