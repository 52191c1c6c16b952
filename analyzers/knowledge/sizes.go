package knowledge

import "github.com/trainlint/trainlint/analyzers/pattern"

// Counts of things that only files know, and between what they lie in nearly all programs that people write.
var sizesOfData = []struct {
	word      *pattern.Pattern
	low, high int64
}{
	{
		pattern.New(
			`(?i)(class(es)?|labels?|categor(y|ies)|cls|tags?|tagset|speakers?|genres?|emotions?|intents?|slots?|species|breeds?)($|[^a-z])`,
		),
		2,
		1_000,
	},
	{pattern.New(`(?i)(chars?|characters?|letters?|alphabet|phonemes?)($|[^a-z])|charset|char2|2char`), 20, 10_000},
	{
		pattern.New(
			`(?i)(vocab(ulary)?|words?|tokens?|itos|stoi|lexicon|tokenizer|bpe)($|[^a-z])|word2|2word|token2|2token|vocab`,
		),
		1_000,
		50_000,
	},
}

// SizeOfData is between what a number lies that a program counts in its data, by the words of the code that counts it
// or that makes a layer so wide: how many classes, characters or words there are. ok is false where no word says it.
func SizeOfData(code ...string) (low, high int64, ok bool) {
	for _, size := range sizesOfData {
		for _, line := range code {
			if !size.word.MatchString(line) {
				continue
			}
			if !ok {
				low, high = size.low, size.high
			}
			low, high, ok = min(low, size.low), max(high, size.high), true
			break
		}
	}
	return low, high, ok
}

// What an agent is shown and may do, and how wide a table is: nearly all environments and tables of people's projects
// lie between these.
var sizesAsked = []struct {
	word      *pattern.Pattern
	low, high int64
}{
	{pattern.New(`(?i)(^|[^a-z])(num_?|n_?)?(acts?|actions?)` + dimension + `|nactions?$`), 1, 100},
	{pattern.New(`(?i)(^|[^a-z])(num_?|n_?)?(states?|obs|observations?)` + dimension + `|nstates?$|nobs$`), 1, 1_000},
	{
		pattern.New(`(?i)(^|[^a-z])(n_?|num_?)?(features?|feats?|columns?|cols)(_?(dims?|sizes?|num|count))?($|[^a-z])|` +
			`(^|[^a-z])(in|input)_?(dim|size|features?)$|n_inputs?$|\.shape\[(1|-1)\]$|\.size\((1|-1)\)$`),
		1,
		1_000,
	},
}

// dimension is what may stand behind the name of what is counted: state_dim, observation_space.
const dimension = `(_?(dims?|sizes?|spaces?|n|num|shape))?($|[^a-z])`

// SizeAsked is between what a number lies that only data or an environment tells, by what the code calls it; ok is
// false where no word says it.
func SizeAsked(name string) (low, high int64, ok bool) {
	if low, high, ok = SizeOfData(name); ok {
		return low, high, true
	}
	for _, size := range sizesAsked {
		if size.word.MatchString(name) {
			return size.low, size.high, true
		}
	}
	return 0, 0, false
}

var (
	labelWord = pattern.New(`(?i)^(y|ys|yb|y_\w+|labels?_?|targets?_?|\w+_(labels?|targets?))$`)
	imageWord = pattern.New(`(?i)^(imgs?|images?|pictures?|pixel_values|frames?|\w+_(imgs?|images?))$`)
	tokenWord = pattern.New(`(?i)^(tokens?|input_ids|ids|captions?|words?|texts?|sentences?|\w+_(ids|tokens))$`)
)

// NamesLabels reports whether a variable of a training loop holds what is to be predicted, by its name.
func NamesLabels(variable string) bool { return labelWord.MatchString(variable) }

// LikelyShape is an example of what a sample may be like that a variable of that name holds, behind the number of
// samples.
func LikelyShape(variable string) string {
	switch {
	case imageWord.MatchString(variable):
		return "3x224x224:float32"
	case tokenWord.MatchString(variable):
		return "128:int64"
	}
	return "24:float32"
}
