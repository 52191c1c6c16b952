package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// SeedsTorch reports whether a function sets the seed of torch's generators of random numbers.
func SeedsTorch(path string) bool {
	return path == "torch.manual_seed" || path == "torch.random.manual_seed"
}

var namesSeeding = pattern.New(`(?i)seed|determinis|reproducib`)

// NamesSeeding reports whether a function is called one that sets seeds.
func NamesSeeding(name string) bool { return namesSeeding.MatchString(name) }

// seeders are functions that set the seed of a generator, with what the paths of the functions that draw from it begin
// with.
var seeders = map[string]string{
	"random.seed": "random.", "numpy.random.seed": "numpy.random.", "torch.manual_seed": "torch.rand",
}

// DrawsAfter is what the paths of the functions begin with that draw from the generator whose seed a function sets; ""
// where it sets none.
func DrawsAfter(path string) string { return seeders[path] }

var drawing = pattern.New(`(?i)^(np_?)?rand(om|int|n|range|perm)?(_like)?$|^(choices?|shuffle|uniform|normal|sample|default_rng)$`)

// DrawsByName reports whether a function or a module draws random numbers, by its name.
func DrawsByName(name string) bool { return drawing.MatchString(name) }
