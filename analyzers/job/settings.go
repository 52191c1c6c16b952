package job

import (
	"path"

	"github.com/trainlint/trainlint/analyzers/dialect"
)

// Settings are what a library's own program is told, key by key: what its config files say and, over them, its command
// line.
type Settings struct {
	Dialect *dialect.Dialect
	// Script is the file name of the program; "" for a tool, and where it is not known.
	Script string
	// Open: there may be more than is seen, so that a key which is absent here says nothing.
	Open bool
	// what comes later is said over what comes before
	readings []*dialect.Reading
}

// SettingsOf is what one config file says to a program of which nothing else is known.
func SettingsOf(r *dialect.Reading) *Settings {
	return &Settings{Dialect: r.Dialect, Open: true, readings: []*dialect.Reading{r}}
}

// Pairs are what is said of a key by the one whose word counts: several where its sections say it several times.
func (s *Settings) Pairs(key string) []dialect.Pair {
	for i := len(s.readings) - 1; i >= 0; i-- {
		if pairs := s.readings[i].Said(key); len(pairs) > 0 {
			return pairs
		}
	}
	return nil
}

// Settings are those of a job that a library's own program runs; nil for any other.
func (j *Job) Settings() *Settings { return j.told }

// toldBy adds what a library's program is told by a config or by its command line.
func (j *Job) toldBy(r *dialect.Reading) {
	if r == nil {
		return
	}
	if j.told == nil {
		j.told = &Settings{Dialect: r.Dialect}
		if l := j.Launch; l != nil {
			j.told.Open = l.Arguments.Open
			j.told.Script = path.Base(l.Target.Text)
		}
	}
	j.told.readings = append(j.told.readings, r)
}
