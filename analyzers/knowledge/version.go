package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// versionWord is how code names a question about a library's version.
var versionWord = pattern.New(`(?i)version|torch\w*[a-z]_?\d+_\d+|greater_(or_)?equal|(^|_)at_least|` +
	`is_torch_(greater|less|equal|at_least|\d)|torch_?(\d|major|minor)|(^|_)(ge|gt|lt|le)_?(torch|pt|\d)|` +
	`(torch|pt)_?(ge|gt|lt|le)(_|\d|$)|^(has|have|supports?|use)_(new|torch|native)_`)

// AsksVersion reports whether a name asks for a library's version, or for what a version offers.
func AsksVersion(name string) bool { return versionAsked.of(name) }

var versionAsked = newMemo(versionWord.MatchString)

// IsTorch reports whether a module is PyTorch itself: code asks it what it offers.
func IsTorch(module string) bool { return module == "torch" }

// Versioned are the libraries whose versions decide about what rules say.
var Versioned = []string{
	"torch",
	"transformers",
	"accelerate",
	"peft",
	"trl",
	"diffusers",
	"deepspeed",
	"bitsandbytes",
	"lightning",
	"pytorch-lightning",
}
