package dialect

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// sectionsKey is where Sections keeps its result in a document.
type sectionsKey struct{}

// Sections are the training arguments of transformers that a file of the project's own holds under one of its first
// keys, as `TrainingArguments(**config["trainer"])` reads them. Each is a reading of its own, with keys as they stand
// in the section. A file in the dialect of a framework has none.
func Sections(d *config.Document) []*Reading {
	return d.Derive(sectionsKey{}, func() any {
		if whole, _ := Recognise(d); whole != nil && whole != generic && whole != hydra {
			return []*Reading(nil)
		}
		pairs, _ := pairsOf(d, config.HostFor(d.Format))
		var order []string
		sections := map[string][]Pair{}
		for _, pair := range pairs {
			head, rest, nested := strings.Cut(pair.Key, ".")
			if !nested || strings.Contains(head, "[") {
				continue
			}
			if sections[head] == nil {
				order = append(order, head)
			}
			pair.Key, pair.match = rest, matchKey(rest)
			sections[head] = append(sections[head], pair)
		}
		var list []*Reading
		for _, head := range order {
			dialect, confidence := RecognisePairs(sections[head])
			if dialect != nil && dialect.Name == "hf-arguments" && confidence >= Likely {
				r := read(dialect, confidence, sections[head])
				r.Document = d
				list = append(list, r)
			}
		}
		return list
	}).([]*Reading)
}
