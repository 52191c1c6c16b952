//go:build unix

package bounds

// broke are the inputs that once took much longer, or much more memory, than promised, or
// ended the program.
var broke = []string{
	"python/built-layers-copied", "python/built-list-doubling", "python/built-text-doubling", "python/built-tuples-doubling-printed",
	"python/built-sequential-long", "python/loop-additions", "python/loop-text-replaced", "python/loop-list-deep", "python/loop-optimizers", "python/loop-ways",
	"json/duplicate-keys", "make/doubling", "make/recipes", "notebook/10000-cells", "python/300-nested-loops",
	"python/backslash-newlines", "python/big-format", "python/big-power", "python/calls-of-calls", "python/carriage-returns",
	"python/comprehension-clauses", "python/conditionals", "python/continued-line", "python/dict-splats", "python/dots",
	"python/doubling-calls-64", "python/doubling-lists", "python/empty-withs", "python/equals-and-blanks", "python/inheritance-chain",
	"python/nested-calls", "python/parentheses", "python/star-imports", "python/steps-in-a-row", "python/unclosed-parenthesis",
	"project/calls-around-the-ring", "project/classes-around-the-ring", "project/heavy-module-of-many", "project/gone-names-in-all",
	"python/loaders", "python/more-zips-and-enumerates", "python/call-context-managers", "python/call-spawns", "python/call-mutual-recursion", "python/call-parameters-many", "python/fork-breaks",
	"python/fork-returns", "python/fork-try-with-many-statements", "python/run-default-dicts", "python/run-flags-and-parsers",
	"python/run-imports-of-a-long-module", "python/run-lists-as-arguments", "python/run-lists-zipped", "python/run-numbers-doubling",
	"python/run-partials-in-a-chain", "python/run-texts-format-grow", "python/run-texts-replaced", "python/run-texts-split",
	"python/run-tuples-doubling-compared", "python/stars-after-commas", "project/many-folders", "project/relative-dots",
	"requirements/lines", "shell/many-functions-doubling", "settings/gitignore-stars", "shell/cases-in-a-row", "shell/cds", "shell/doubling-variables-used",
	"shell/elifs-with-variables", "shell/eval-recursion", "shell/minus-signs", "shell/parentheses", "yaml/alias-bomb", "yaml/document-marks", "yaml/merge-doubling",
}

// alsoUnder are those that broke another command.
var alsoUnder = map[string][]string{
	"fix":  {"project/classes-around-the-ring", "project/heavy-module-of-many", "python/loaders", "python/empty-withs", "python/steps-in-a-row", "python/no-grad-evals"},
	"jobs": {"project/heavy-module-of-many", "json/integer-overflow", "python/big-power", "python/int-overflow", "yaml/integer-overflow"},
	"estimate": {"python/big-power", "python/built-layers-copied", "python/built-list-doubling", "python/built-text-doubling",
		"python/built-tuples-doubling-printed", "python/built-sequential-long", "python/run-texts-replaced", "python/run-texts-split", "python/star-imports",
		"python/loop-additions", "python/loop-backwards-retained", "python/loop-classes", "python/loop-generators", "python/loop-list-deep", "python/loop-models",
		"python/loop-text-replaced", "python/loop-tuples-doubling-held", "python/loop-ways-of-items"},
}
