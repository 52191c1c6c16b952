package dialect

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// fact is one thing that a value says.
type fact struct {
	field     Field // "" is the key's own field
	text      string
	elsewhere bool // the framework decides ("auto")
}

// meaning reads a value into facts: an empty list when the value says nothing, nil when it is not understood.
type meaning func(config.Value) []fact

func one(text string) []fact { return []fact{{text: text}} }

// nothing is what a value says that is understood and leaves the field as it is.
func nothing() []fact { return []fact{} }

func auto() []fact { return []fact{{elsewhere: true}} }

// text takes the value as it is; the items of a list are joined with commas.
func text(v config.Value) []fact {
	switch v.Kind {
	case config.SequenceValue:
		return one(strings.Join(items(v), ","))
	case config.MappingValue:
		return nil
	case config.Bool:
		return one(strconv.FormatBool(v.Bool))
	}
	return one(v.Text)
}

func items(v config.Value) []string {
	var texts []string
	if v.Node != nil {
		for _, item := range v.Node.Items {
			if item = item.Resolve(); item != nil && item.Kind == config.Scalar {
				texts = append(texts, item.Text)
			}
		}
	}
	return texts
}

// number takes numbers, and text that is one: argparse and pydantic convert, and
// what the other hosts make of such text is for the rules to judge.
func number(v config.Value) []fact {
	if v.IsNumber() {
		if v.Kind == config.Int {
			return one(strconv.FormatInt(v.Int, 10))
		}
		return one(strconv.FormatFloat(v.Float, 'g', -1, 64))
	}
	if v.Kind != config.String {
		return nil
	}
	word := strings.TrimSpace(v.Text)
	if strings.EqualFold(word, "auto") {
		return auto()
	}
	if f, err := strconv.ParseFloat(strings.ReplaceAll(word, "_", ""), 64); err == nil {
		return one(strconv.FormatFloat(f, 'g', -1, 64))
	}
	return nil
}

// positive is number without -1 and 0, which stand for "not set" or "all".
func positive(v config.Value) []fact {
	facts := number(v)
	if len(facts) == 1 && !facts[0].elsewhere {
		if f, err := strconv.ParseFloat(facts[0].text, 64); err == nil && f <= 0 {
			return nothing()
		}
	}
	return facts
}

// adaptedByRank reads what is trained where a rank of adapters says it: above 0 there are some.
func adaptedByRank(v config.Value) []fact {
	rank := positive(v)
	switch {
	case len(rank) == 1 && !rank[0].elsewhere:
		return one("lora")
	case rank != nil && len(rank) == 0 && v.Text != "-1":
		return one("full")
	}
	return rank
}

// truth reads yes and no in all spellings that frameworks take.
func truth(v config.Value) (value, ok bool) {
	switch v.Kind {
	case config.Bool:
		return v.Bool, true
	case config.Int:
		return v.Int != 0, v.Int == 0 || v.Int == 1
	case config.String:
		switch strings.ToLower(v.Text) {
		case "true", "yes", "on", "1", "t", "y":
			return true, true
		case "false", "no", "off", "0", "f", "n":
			return false, true
		}
	}
	return false, false
}

// boolean takes yes and no.
func boolean(v config.Value) []fact {
	if value, ok := truth(v); ok {
		return one(strconv.FormatBool(value))
	}
	return undecided(v)
}

func undecided(v config.Value) []fact {
	if v.Kind == config.String && strings.EqualFold(v.Text, "auto") {
		return auto()
	}
	return nil
}

// when says facts if the value is true, and nothing if it is false.
func when(facts ...fact) meaning {
	return func(v config.Value) []fact {
		value, ok := truth(v)
		switch {
		case !ok:
			return undecided(v)
		case value:
			return facts
		}
		return nothing()
	}
}

// choose says one text when true and another when false; "" says nothing.
func choose(yes, no string) meaning {
	return func(v config.Value) []fact {
		value, ok := truth(v)
		text := no
		if value {
			text = yes
		}
		if !ok {
			return undecided(v)
		}
		if text == "" {
			return nothing()
		}
		return one(text)
	}
}

// always says the text when the key has any value.
func always(text string) meaning { return func(config.Value) []fact { return one(text) } }

// words translates through a table, letter case and the prefix "torch." aside;
// texts that the table does not hold are not understood.
func words(table map[string]string) meaning {
	return func(v config.Value) []fact {
		key := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(v.Text)), "torch.")
		if key == "auto" {
			return auto()
		}
		if text, ok := table[key]; ok {
			return one(text)
		}
		return nil
	}
}

// wordsOr is words, and the value itself when the table does not hold it.
func wordsOr(table map[string]string) meaning {
	known := words(table)
	return func(v config.Value) []fact {
		if facts := known(v); facts != nil || v.Kind != config.String {
			return facts
		}
		return one(strings.ToLower(v.Text))
	}
}

func digits(n int) string { return strconv.Itoa(n) }

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
