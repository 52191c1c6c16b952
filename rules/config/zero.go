package config

import (
	"github.com/trainlint/trainlint/analyzers/dialect"
	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/rules"
)

// zeroReadings are the DeepSpeed settings of the file at hand: a config file, or
// dictionaries that the script writes out.
func zeroReadings(p *rules.Pass) []*dialect.Reading {
	if p.Config != nil {
		if r := dialect.Read(p.Config); r != nil {
			return []*dialect.Reading{r}
		}
		return nil
	}
	return python.Dicts(p.Python, func(d *python.Dict) (*dialect.Reading, bool) {
		r := dictReading(p, d)
		return r, r != nil
	})
}

// dictReading reads a dictionary display that is a DeepSpeed config.
func dictReading(p *rules.Pass, d *python.Dict) *dialect.Reading {
	entries := p.Python.DictRead(d)
	if entries == nil {
		return nil
	}
	var pairs []dialect.Pair
	for _, item := range entries.Items {
		pairs = append(pairs, keywordPairs(p, item.Key, item.Node.Span(), item.Value)...)
	}
	if found, _ := dialect.RecognisePairs(pairs); found == nil || found.Name != "deepspeed" {
		return nil
	}
	return dialect.FromPairs("deepspeed", pairs)
}
