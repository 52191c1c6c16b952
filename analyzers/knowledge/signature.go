package knowledge

import "strings"

// A Holding is what a project says about having one of some releases of a package.
type Holding int

// What a project may say.
const (
	PerhapsHeld Holding = iota
	SurelyHeld
	NeverHeld
)

// Parameters are those of a class of a library that was read, with those of the classes it inherits from, as the
// program finds them in inspect.signature; nil for a class of which nothing is known. holds says which releases of a
// package the project has; where it may have several that differ, what the newest of them takes is taken, and nil
// stands for a project that says nothing.
func Parameters(path string, holds func(library, releases string) Holding) []string {
	library, rest, _ := strings.Cut(path, ".")
	t := TakenBy(library)
	if t == nil {
		return nil
	}
	class := rest[strings.LastIndexByte(rest, '.')+1:]
	if len(t.Arguments(class)) == 0 {
		return nil
	}
	var out []string
	for _, a := range t.Arguments(class) {
		here := a.Until == ""
		if a.Range() != "" && holds != nil {
			switch holds(library, a.Range()) {
			case SurelyHeld:
				here = true
			case NeverHeld:
				here = false
			}
		}
		base, isBase := strings.CutPrefix(a.Name, "*")
		switch {
		case !here || a.Name == "":
		case isBase && base != "" && base != "*":
			out = append(out, Parameters("transformers."+base, holds)...)
		case isBase:
			out = append(out, "kwargs")
		default:
			out = append(out, a.Name)
		}
	}
	return out
}
