package ask

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/deps"
	"github.com/trainlint/trainlint/analyzers/knowledge"
)

// Refusal is what the releases that a project may run with make of an argument.
type Refusal int

// The refusals.
const (
	// Taken: some release that the project declares takes it, the newest one where it declares none; or nothing is known.
	Taken Refusal = iota
	// Never: no release that was read takes it.
	Never
	// Other: releases that the project excludes take it, and none of the others.
	Other
	// Gone: older releases take it, the newest does not, and the project may run with either.
	Gone
)

// Judgement is what becomes of an argument.
type Judgement struct {
	Refusal
	// Runs are the releases of Library that take it; none for Never.
	Runs    []knowledge.Argument
	Library string
}

// Refused asks for one argument of a class, whose library a project declares under one of some names.
func Refused(v *deps.Versions, of knowledge.Constructor, name string) Judgement {
	read := knowledge.TakenBy(of.Library)
	pkg := DeclaredAs(v, of.Packages)
	if !followed(v, read, pkg, of.Class) {
		return Judgement{}
	}
	found := Judgement{Refusal: Never, Library: of.Library}
	if runs := read.Named(of.Class, name); len(runs) > 0 {
		found.Refusal, found.Runs = judged(v, pkg, runs), runs
	}
	// A class that writes a field of its base anew in some releases takes it in the others all the same.
	for _, base := range read.Bases(of.Class) {
		inherited := Refused(
			v,
			knowledge.Constructor{Library: "transformers", Packages: []string{"transformers"}, Class: base},
			name,
		)
		if inherited.Refusal == Taken || inherited.Refusal != Never && found.Refusal == Never {
			found = inherited
		}
	}
	return found
}

// Offered asks for a class itself: Never for one that no release has, of which nothing is known.
func Offered(v *deps.Versions, of knowledge.Constructor) Judgement {
	read, pkg := knowledge.TakenBy(of.Library), DeclaredAs(v, of.Packages)
	runs := read.Named(of.Class, "")
	switch {
	case len(runs) == 0:
		return Judgement{Refusal: Never}
	case v.Unreleased(pkg) || v.Requires(pkg, ">"+read.Newest+".999") || v.Requires(pkg, "<"+read.Oldest):
		return Judgement{}
	}
	return Judgement{Refusal: judged(v, pkg, runs), Runs: runs, Library: of.Library}
}

// TakenNow are the arguments of a class and its bases in the newest release.
func TakenNow(of knowledge.Constructor) []string {
	read := knowledge.TakenBy(of.Library)
	names := read.Now(of.Class)
	for _, base := range read.Bases(of.Class) {
		names = append(names, knowledge.TakenBy("transformers").Now(base)...)
	}
	return names
}

func judged(v *deps.Versions, pkg string, runs []knowledge.Argument) Refusal {
	last := runs[len(runs)-1]
	switch {
	case len(v.Find(pkg)) == 0 && last.Until != "" && v.Allows(pkg, ">="+last.Until):
		return Gone // what folders beside this one declare excludes nothing for sure
	case !slices.ContainsFunc(runs, func(r knowledge.Argument) bool { return v.Allows(pkg, orAny(r)) }):
		return Other
	case last.Until != "" && v.Allows(pkg, ">="+last.Until):
		return Gone
	}
	return Taken
}

// DeclaredAs is the first of several names of a package that a project declares, the first of all where it declares
// none.
func DeclaredAs(v *deps.Versions, packages []string) string {
	for _, name := range packages {
		if len(v.Find(name)) > 0 {
			return name
		}
	}
	return packages[0]
}

// orAny is the releases of an argument as a requirement that ParseRange takes, also where they are all.
func orAny(a knowledge.Argument) string {
	if text := a.Range(); text != "" {
		return text
	}
	return ">=0"
}

// followed reports whether the releases that a project may run with are ones whose class was read whole. Those that are
// newer than the newest one, or older than the oldest, where the project allows others too, are taken to be like it.
func followed(v *deps.Versions, read *knowledge.Taken, pkg, class string) bool {
	runs := read.Named(class, "")
	if len(runs) == 0 || v.Unreleased(pkg) || v.Requires(pkg, ">"+read.Newest+".999") || v.Requires(pkg, "<"+read.Oldest) {
		return false
	}
	last := runs[len(runs)-1]
	if len(v.Find(pkg)) == 0 {
		return last.Until == ""
	}
	known := false
	for i, r := range runs {
		known = known || v.Allows(pkg, orAny(r))
		if r.Until == "" {
			continue
		}
		gap := ">=" + r.Until
		if i+1 < len(runs) {
			gap += ",<" + runs[i+1].Since
		}
		if v.Allows(pkg, gap) {
			return false
		}
	}
	return known
}

// Spoken are runs of releases in words.
func Spoken(releases []knowledge.Argument) string {
	var out []string
	for _, r := range releases {
		switch {
		case r.Until == "" && r.Since == "":
			out = append(out, "in every release")
		case r.Until == "":
			out = append(out, "since "+r.Since)
		case r.Since == "":
			out = append(out, "before "+r.Until)
		default:
			out = append(out, "from "+r.Since+" until "+r.Until)
		}
	}
	return strings.Join(slices.Compact(out), " and ")
}

// Nearest is the one of some names that a misspelled one is close to, "" when there is none or two are as close.
func Nearest(name string, names []string) string {
	limit := min(3, len(name)/3+1)
	best, second, found := limit, limit, ""
	for _, known := range names {
		switch d := distance(name, known, limit); {
		case d < limit && anotherWord(name, known):
		case d < best:
			best, second, found = d, best, known
		case d < second && known != found:
			second = d
		}
	}
	if best == second {
		return ""
	}
	return found
}

// anotherWord reports whether two names differ by a whole word rather than by a slip in one: sft_config is no
// peft_config. A slip of two letters seldom meets the first one.
func anotherWord(name, known string) bool {
	given, meant := strings.Split(name, "_"), strings.Split(known, "_")
	if len(given) != len(meant) || len(given) == 1 {
		return false
	}
	for i, word := range given {
		other := meant[i]
		if word != "" && other != "" && word[0] != other[0] && distance(word, other, 2) > 1 && !sameLetters(word, other) {
			return true
		}
	}
	return false
}

// sameLetters reports whether two words are made of the same letters, some of which changed places.
func sameLetters(a, b string) bool {
	one, other := []byte(a), []byte(b)
	slices.Sort(one)
	slices.Sort(other)
	return string(one) == string(other)
}

// distance counts the letters to change, add or drop, up to a limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(row[len(b)], limit)
}
