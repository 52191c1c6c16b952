package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// Reorders reports whether a function or method, by its name, puts samples into an order of chance, or draws some of
// them: what a loader then gives one by one stands in no telling order.
func Reorders(name string) bool { return reorders[name] }

var reorders = set(
	// not KFold, which gives each part in the order of the whole, whether it shuffles or not
	`shuffle random_shuffle permutation randperm sample random_split train_test_split ShuffleSplit StratifiedShuffleSplit
	shuffle_ argsort rand_perm shuffled choices permuted`,
)

// DrawsOne reports whether a function draws one thing by chance: where the method that gives a sample does, it need not
// give the one that it is asked for.
func DrawsOne(name string) bool { return drawsOne[name] }

var drawsOne = set(`choice choices sample randint randrange integers randperm permutation multinomial shuffle`)

// PicksAmong reports whether a function draws out of the things that it is given.
func PicksAmong(name string) bool { return picksAmong[name] }

var picksAmong = set(`choice choices sample permutation multinomial shuffle`)

var ordered = pattern.New(
	`(?i)seq(uence|2seq)?(_|\d|$|s_|dat)|series|stock|lstm|gru|rnn|temporal|forecast|video|trajector|corpus|wiki|ptb|` +
		`(^|_)(lm|gpt|llm)(_|\d|$)|language|timeser|window|stream|memory|replay|buffer|token`)

// NamesOrdered reports whether a word speaks of samples whose order means something, or that are drawn anew for each
// batch: series, windows of a text, what an agent remembers.
func NamesOrdered(word string) bool { return ordered.MatchString(Snake(word)) }

// NamesSample reports whether a word speaks of one sample alone: how long it may be, max_seq_len, or that a part of it
// is drawn, random_seq. Samples that are cut are each of their own, and no windows of one text.
func NamesSample(word string) bool { return sample.MatchString(Snake(word)) }

var sample = pattern.New(
	`^(max|maximum|random)_(seq|sequence|src|source|tgt|target|token|tokens|text|sent|sentence)(_|$)`)
