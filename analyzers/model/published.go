package model

import (
	"maps"
	"slices"

	"github.com/trainlint/trainlint/analyzers/exact"
)

// Published is what a catalogue knows of the config of a model that is published: the architecture, as transformers
// calls it, and the numbers of the config.
type Published struct {
	Type  string
	Sizes map[string]int64
}

// enterPublished is the name with which preludes ask for the config behind the name of a model; unknown where nobody
// knows it.
func enterPublished(l *library) {
	l.names["trainlint.published"] = exact.NewFunction("published", func(m *exact.Machine, a exact.Args) exact.Value {
		name, isText := a.Pos[0].(string)
		if !isText {
			return m.Unknown("the name of a model that is loaded")
		}
		if l.published == nil {
			return m.Unknown("what %s is", name)
		}
		p := l.published(name)
		if p == nil {
			return m.Unknown("%s is no model of the catalogue that is known in all its parts", name)
		}
		d := exact.NewDict()
		d.Set("model_type", p.Type)
		for _, key := range slices.Sorted(maps.Keys(p.Sizes)) {
			d.Set(key, p.Sizes[key])
		}
		return d
	})
}
