package deps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/source"
)

// Rank says how binding a declaration is; a higher one silences the lower ones.
type Rank int

// The ranks, from the least binding to the most.
const (
	// Installed: a command installs it.
	Installed Rank = iota
	// Optional: an extra, a group for tests or documentation.
	Optional
	// Declared: a range among the project's dependencies.
	Declared
	// Pinned: exactly one version among the project's dependencies.
	Pinned
	// Locked: what a lock file resolved to.
	Locked
	// Configured: said in trainlint's own settings.
	Configured
)

// Declaration is one place that says which versions of a package are used.
type Declaration struct {
	Package string // normalised: "torch"
	Range   Range
	Rank    Rank
	Marker  string // the environment marker behind ";", if any
	File    string
	Line    int
	Span    source.Span
}

// Versions are the declarations that apply to one folder of a project.
type Versions struct {
	// levels are the folders from the nearest to the root.
	levels []map[string][]Declaration
	// installed is what commands there install: it speaks where no level bounds a package.
	installed []map[string][]Declaration
	// beside are the folders next to those, whose people and machines are mostly the same: what they declare says what is
	// not there where nothing is declared, and promises nothing.
	beside []map[string][]Declaration
}

// Find returns the declarations that decide about a package: those of the
// nearest folder that bounds it, the most binding rank only. Nil when the
// package is not declared at all.
func (v *Versions) Find(name string) []Declaration {
	if v == nil {
		return nil
	}
	name = normal(name)
	var unbounded []Declaration
	for _, levels := range [][]map[string][]Declaration{v.levels, v.installed} {
		for _, level := range levels {
			found := mostBinding(level[name])
			if slices.ContainsFunc(found, func(d Declaration) bool { return d.Range.bounded() }) {
				return found
			}
			// pip install NAME: whatever was the newest then
			if unbounded == nil && len(found) > 0 && found[0].Rank != Installed {
				unbounded = found
			}
		}
	}
	return unbounded
}

// findBeside are the versions that the folders next to the file's declare, for a package that is declared nowhere
// around it.
func (v *Versions) findBeside(name string) (found []Declaration) {
	if v == nil {
		return nil
	}
	for _, level := range v.beside {
		for _, d := range mostBinding(level[normal(name)]) {
			if d.Rank > Optional {
				found = append(found, d)
			}
		}
	}
	return found
}

// mostBinding keeps the highest rank. A declaration without bounds says nothing
// beside one of its rank that has them.
func mostBinding(all []Declaration) []Declaration {
	if len(all) == 0 {
		return nil
	}
	highest := slices.MaxFunc(all, func(a, b Declaration) int { return int(a.Rank) - int(b.Rank) }).Rank
	var bounded, out []Declaration
	for _, d := range all {
		if d.Rank != highest {
			continue
		}
		out = append(out, d)
		if d.Range.bounded() {
			bounded = append(bounded, d)
		}
	}
	if len(bounded) > 0 {
		return bounded
	}
	return out
}

// Allows reports whether the project could run with a version of the package
// in the range, such as ">=2.4". A package that is not declared could be any
// version; several declarations (one for each platform, or one file for each
// CUDA version) are alternatives.
func (v *Versions) Allows(name, versions string) bool {
	want, ok := ParseRange(versions)
	if !ok {
		return true
	}
	for _, n := range needed {
		if older, _ := ParseRange(n.before); n.name == normal(name) && !older.Overlaps(want) &&
			!v.Allows(n.other, n.versions) {
			return false
		}
	}
	found := v.Find(name)
	if len(found) == 0 {
		found = v.findBeside(name)
	}
	return len(found) == 0 || slices.ContainsFunc(found, func(d Declaration) bool {
		if d.Range.revision { // what is true of some versions only may not be of that one
			return !want.bounded() || isOld(requirement{name: normal(name), rng: want})
		}
		return d.Range.Overlaps(want)
	})
}

// needed are packages of which only what is before a version can be installed beside older ones of another, as they
// require themselves, or as the Pythons do for which both have packages: torch 1.3 has none for Python 3.8, nor 1.7.0
// for 3.9.
var needed = []struct{ name, before, other, versions string }{
	{"trl", "<0.12", "transformers", ">=4.46"},
	{"pytorch-lightning", "<2.0", "torch", ">=1.11"},
	{"lightning", "<2.0", "torch", ">=1.11"},
	{"numpy", "<1.22", "torch", ">=1.4"},
	{"numpy", "<1.25", "torch", ">=1.7.1"},
}

// Unreleased reports whether the project runs a commit of a package rather than a release.
func (v *Versions) Unreleased(name string) bool {
	return slices.ContainsFunc(v.Find(name), func(d Declaration) bool { return d.Range.revision })
}

// Speaks reports whether a rule with the given floor may report here: "" always,
// "torch>=2.4" unless the project declares only older versions. Several
// conditions are separated by blanks or semicolons, and all must hold.
func (v *Versions) Speaks(condition string) bool {
	for _, part := range conditionsIn(condition) {
		r, ok := parseRequirement(part)
		if ok && !v.Allows(r.name, r.rng.Text) {
			return false
		}
	}
	return true
}

func conditionsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ';' })
}

// Requires reports whether every version the project declares is in the range:
// the rule that an argument is gone in transformers>=5 is an error only then.
// False for a package that is not declared.
func (v *Versions) Requires(name, versions string) bool {
	want, ok := ParseRange(versions)
	found := v.Find(name)
	if !ok || len(found) == 0 {
		return false
	}
	for _, d := range found {
		if !want.covers(d.Range) {
			return false
		}
	}
	return true
}

// oldest are the versions that nobody is asked to declare: those before them have no package for
// Python 3.8.
var oldest = map[string]string{"torch": "1.4", "transformers": "3.0"}

// Missing lists the conditions, of several as in Speaks, that the project does not promise to hold:
// it declares an older version too, or none.
func (v *Versions) Missing(conditions string) []string {
	var missing []string
	for _, part := range conditionsIn(conditions) {
		r, ok := parseRequirement(part)
		if _, bounded := v.Floor(r.name); !ok || !v.Requires(r.name, r.rng.Text) && (bounded || !isOld(r)) {
			missing = append(missing, part)
		}
	}
	return missing
}

// isOld reports whether a requirement takes every version that is still around.
func isOld(r requirement) bool {
	floor, known := oldest[r.name]
	if !known {
		return false
	}
	all, ok := ParseRange(">=" + floor)
	return ok && r.rng.covers(all)
}

// covers reports whether s lies between r's bounds.
func (r Range) covers(s Range) bool {
	if r.lower.set && (!s.lower.set || r.lower.startsBehind(s.lower)) {
		return false
	}
	return !r.upper.set || s.upper.set && !r.upper.endsBefore(s.upper)
}

// MayBeOlder reports whether the project says that it runs on releases of a package before a version, or on nothing
// else.
func (v *Versions) MayBeOlder(name, than string) bool {
	since, ok := ParseVersion(than)
	floor, declared := v.Floor(name)
	return ok && declared && floor.Compare(since) < 0 || !v.Allows(name, ">="+than)
}

// Floor is the lowest version of a package the project declares.
func (v *Versions) Floor(name string) (Version, bool) {
	var lowest Version
	has := false
	for _, d := range v.Find(name) {
		floor, ok := d.Range.Floor()
		if !ok {
			return Version{}, false
		}
		if !has || floor.Compare(lowest) < 0 {
			lowest, has = floor, true
		}
	}
	return lowest, has
}

// Project holds the declarations of a whole repository by folder.
type Project struct {
	folders  folders
	settings map[string][]Declaration
	// installed is what commands install, and typed what those of each notebook do: they are run for that notebook, so it
	// is the first to speak there, and speaks for no other.
	installed, typed folders
}

// For is what applies to a file: the declarations of its own folder first, then
// of each folder above it.
func (p *Project) For(file string) *Versions {
	v := &Versions{}
	if p == nil {
		return v
	}
	if len(p.settings) > 0 {
		v.levels = append(v.levels, p.settings)
	}
	if own, ok := p.typed[file]; ok {
		v.levels = append(v.levels, own)
	}
	v.levels = append(v.levels, p.folders.around(file)...)
	v.installed = p.installed.around(file)
	v.beside = p.folders.beside(file)
	return v
}

// CheckRange says why the settings cannot declare these versions of a package.
func CheckRange(versions string) error {
	rng, ok := ParseRange(versions)
	if !ok {
		rng, ok = ParseRange("==" + versions)
	}
	switch {
	case !ok || strings.TrimSpace(versions) == "":
		return fmt.Errorf("%q is no version and no range of versions: write it like \"2.4\" or \">=2.4,<3\"", versions)
	case !rng.Overlaps(rng):
		return fmt.Errorf("no version is in %q", versions)
	}
	return nil
}

// Override adds what the settings say about a package: it beats every file.
func (p *Project) Override(name, versions string) bool {
	rng, ok := ParseRange(versions)
	if !ok {
		if rng, ok = ParseRange("==" + versions); !ok {
			return false
		}
	}
	name = normal(name)
	if p.settings == nil {
		p.settings = map[string][]Declaration{}
	}
	p.settings[name] = append(p.settings[name], Declaration{Package: name, Range: rng, Rank: Configured})
	return true
}
