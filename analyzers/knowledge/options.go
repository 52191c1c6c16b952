package knowledge

// SetsOptions reports whether a word is one by which a program gives its options other values than a parser declares:
// parser.set_defaults(**config), setattr(args, key, value), args.__dict__.update(config).
func SetsOptions(word string) bool { return setsOptions[word] }

var setsOptions = set(`set_defaults setattr __dict__ vars`)
