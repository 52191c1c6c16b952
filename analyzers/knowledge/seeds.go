package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// SeedsTorch reports whether a function sets the seed of torch's generators of random numbers.
func SeedsTorch(path string) bool {
	return path == "torch.manual_seed" || path == "torch.random.manual_seed"
}

var namesSeeding = pattern.New(`(?i)seed|determinis|reproducib`)

// NamesSeeding reports whether a function is called one that sets seeds.
func NamesSeeding(name string) bool { return namesSeeding.MatchString(name) }
