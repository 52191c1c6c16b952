package knowledge

import (
	"cmp"
	"embed"
	"encoding/csv"
	"slices"
	"strings"
	"sync"
)

// What released packages take, one file for each, written by generate/arguments.py; by generate/components.py for
// torchtune, whose classes are the components that a config names, by their paths.
//
//go:embed facts/*.csv
var factFiles embed.FS

// Argument is an argument of a class over a run of releases: a field of a dataclass, a key of the file it is read from,
// or a parameter of __init__; *BASE for a class of transformers whose arguments it takes, too, ** where it takes any.
type Argument struct {
	Class, Name string
	// Since is the first release that has it, "" where the oldest one that was read does; Until the first that does not
	// have it again, "" where the newest does.
	Since, Until string
	// Default is what the newest of these releases writes, "" where there is none.
	Default string
}

// Range is the releases of an argument as a requirement, "" for all.
func (a Argument) Range() string {
	switch {
	case a.Since == "" && a.Until == "":
		return ""
	case a.Until == "":
		return ">=" + a.Since
	case a.Since == "":
		return "<" + a.Until
	}
	return ">=" + a.Since + ",<" + a.Until
}

// Taken is what the classes of a package take.
type Taken struct {
	// Oldest and Newest are the first and the last release that were read, one of every minor version between.
	Oldest, Newest string
	classes        map[string][]Argument
}

// TakenBy is what the classes of a package take, nil for one whose releases were not read.
func TakenBy(library string) *Taken {
	if read, ok := taken[library]; ok {
		return read()
	}
	return nil
}

// The files are read when the first rule asks.
var taken = func() map[string]func() *Taken {
	files := map[string]func() *Taken{}
	for _, library := range []string{
		"accelerate", "axolotl", "deepspeed", "llamafactory", "ms-swift", "peft", "pytorch-lightning", "torch",
		"torchtune", "transformers", "trl",
	} {
		files[library] = sync.OnceValue(func() *Taken { return readTaken(library) })
	}
	return files
}()

func readTaken(library string) *Taken {
	file, err := factFiles.Open("facts/" + library + ".csv")
	if err != nil {
		panic(err) // it is embedded
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(err)
	}
	t := &Taken{Oldest: rows[0][2], Newest: rows[0][3], classes: map[string][]Argument{}}
	for _, r := range rows[1:] {
		t.classes[r[0]] = append(t.classes[r[0]], Argument{Class: r[0], Name: r[1], Since: r[2], Until: r[3], Default: r[4]})
	}
	return t
}

// Arguments are those of a class in the order of their names; the one without a name says which releases have the
// class.
func (t *Taken) Arguments(class string) []Argument { return t.classes[class] }

// Having are the classes of some last name that the newest release has, by what is not private, the shortest path
// first.
func (t *Taken) Having(name string) []string {
	var out []string
	for path, arguments := range t.classes {
		if strings.HasSuffix(path, "."+name) && !strings.Contains(path, "._") {
			if last := arguments[lastUnnamed(arguments)]; last.Until == "" {
				out = append(out, path)
			}
		}
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
	return out
}

// lastUnnamed is where the last run of releases stands that have a class.
func lastUnnamed(arguments []Argument) int {
	at := 0
	for at+1 < len(arguments) && arguments[at+1].Name == "" {
		at++
	}
	return at
}

// Named are the runs of releases in which a class has an argument.
func (t *Taken) Named(class, name string) []Argument {
	var out []Argument
	for _, a := range t.classes[class] {
		if a.Name == name {
			out = append(out, a)
		}
	}
	return out
}

// Bases are the classes of transformers whose arguments a class takes, too, in some release.
func (t *Taken) Bases(class string) []string {
	var out []string
	for _, a := range t.classes[class] {
		if base, ok := strings.CutPrefix(a.Name, "*"); ok && !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	return out
}

// Now are the names of the arguments that the newest release of a class takes.
func (t *Taken) Now(class string) []string {
	var out []string
	for _, a := range t.classes[class] {
		if a.Name != "" && a.Name[0] != '*' && a.Until == "" {
			out = append(out, a.Name)
		}
	}
	return out
}

// Ever are the names of the arguments that some release of a class takes.
func (t *Taken) Ever(class string) []string {
	var out []string
	for _, a := range t.classes[class] {
		if a.Name != "" && a.Name[0] != '*' && !slices.Contains(out, a.Name) {
			out = append(out, a.Name)
		}
	}
	return out
}

// EverByAny are the names of the arguments that some release of any of the classes takes: the keys of a config that
// several of them read.
func (t *Taken) EverByAny() []string {
	var out []string
	for _, class := range t.Classes() {
		out = append(out, t.Ever(class)...)
	}
	return out
}

// TakesNoOther reports whether the classes that were read of a tool are all that read a key of its configs.
func TakesNoOther(tool string) bool { return tool == "axolotl" }

// Classes are the names of all classes that were read.
func (t *Taken) Classes() []string {
	var out []string
	for name := range t.classes {
		out = append(out, name)
	}
	return out
}
