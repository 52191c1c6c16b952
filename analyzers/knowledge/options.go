package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// SetsOptions reports whether a word is one by which a program gives its options other values than a parser declares:
// parser.set_defaults(**config), setattr(args, key, value), args.__dict__.update(config).
func SetsOptions(word string) bool { return setsOptions[word] }

var setsOptions = set(`set_defaults setattr __dict__ vars`)

// OnlyTellsOptions reports whether a function that is given the options of a program, by its name, shows or keeps what
// they are: print_args(args), save_config(args).
func OnlyTellsOptions(function string) bool { return tellsOptions.MatchString(Snake(function)) }

var tellsOptions = pattern.New(
	`^_?(p?print|pprint|log|show|display|dump|save|write|store|record|report|check|assert|validate|seed|info|debug)(_|$)|^set_(global_)?(random_)?seeds?$`,
)
