package rules_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

var pageLink = regexp.MustCompile(`\]\((https://[^)\s]+)\)|<(https://[^>\s]+)>|(?:^|\s)(https://[^\s)]+)`)

// TestPagesNameTheirSources: who reads a page can look up what it claims.
func TestPagesNameTheirSources(t *testing.T) {
	for _, rule := range all.Rules() {
		_, sources, found := strings.Cut(rule.Doc, "## Sources\n")
		if !found || !pageLink.MatchString(sources) {
			t.Errorf("%s: the section Sources has no link", rule.Name)
		}
	}
}

// TestPagesSayWhenItIsFine: "always" would be a rule that nobody needs.
func TestPagesSayWhenItIsFine(t *testing.T) {
	for _, rule := range all.Rules() {
		_, fine, found := strings.Cut(rule.Doc, "## When it is fine\n")
		if fine = strings.TrimSpace(fine); !found || strings.HasPrefix(fine, "Always") || strings.HasPrefix(fine, "#") {
			t.Errorf("%s: the page does not say when it is fine", rule.Name)
		}
	}
}

var example = regexp.MustCompile("(?s)```[a-z]+ (bad|good)\n(.*?)```")

// TestGoodExamplesAreTheBadOnesMended: of the lines of a bad example that say something, most stand in the good one,
// too.
func TestGoodExamplesAreTheBadOnesMended(t *testing.T) {
	for _, rule := range all.Rules() {
		if rule.Group == rules.Core { // a comment is mended by taking it out
			continue
		}
		first := map[string]string{}
		for _, found := range example.FindAllStringSubmatch(rule.Doc, -1) {
			if first[found[1]] == "" {
				first[found[1]] = found[2]
			}
		}
		bad, good := wordsOf(first["bad"]), wordsOf(first["good"])
		if len(bad) == 0 || len(good) == 0 {
			t.Errorf("%s: a bad or a good example is missing", rule.Name)
			continue
		}
		gone, total := 0, 0
		for word, n := range bad {
			total += n
			gone += max(0, n-good[word])
		}
		if gone > 6 && gone*2 > total {
			t.Errorf("%s: %d of the %d words of the bad example are not in the good one: it is another program", rule.Name, gone, total)
		}
	}
}

// wordsOf counts the names and numbers of a program.
func wordsOf(program string) map[string]int {
	count := map[string]int{}
	for _, word := range regexp.MustCompile(`[\pL\pN_]+`).FindAllString(program, -1) {
		count[word]++
	}
	return count
}
