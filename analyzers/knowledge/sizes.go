package knowledge

import "regexp"

// Counts of things that only files know, and between what they lie in nearly all programs that people write.
var sizesOfData = []struct {
	word      *regexp.Regexp
	low, high int64
}{
	{regexp.MustCompile(`(?i)(class(es)?|labels?|categor(y|ies)|cls|tags?|tagset|speakers?|genres?|emotions?|intents?|slots?|species|breeds?)($|[^a-z])`), 2, 1_000},
	{regexp.MustCompile(`(?i)(chars?|characters?|letters?|alphabet|phonemes?)($|[^a-z])|charset|char2|2char`), 20, 10_000},
	{regexp.MustCompile(`(?i)(vocab(ulary)?|words?|tokens?|itos|stoi|lexicon|tokenizer|bpe)($|[^a-z])|word2|2word|token2|2token|vocab`), 1_000, 50_000},
}

// SizeOfData is between what a number lies that a program counts in its data, by the words of the code that counts it or that makes a
// layer so wide: how many classes, characters or words there are. ok is false where no word says it.
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
