package config

// CommandLine reads words of a command line as argparse's type= and Hydra's
// grammar would: numbers in any notation, true and false in any case.
var CommandLine = &Host{Name: "command line", implicit: []implicitType{bool12, intPlain, floatPlain}}

// TextValue is what the host makes of bare text that stands in no file.
func (h *Host) TextValue(text string) Value {
	v := Value{Text: text}
	h.bare(&v)
	return v
}
