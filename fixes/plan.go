package fixes

import "strings"

// Plan is what an edit builder made: the edits, and how far they may be trusted as
// text. A rule adds how far its own idea may be trusted when it asks for the fix.
type Plan struct {
	Edits  []Edit
	Safety Safety // lowered where a comment, a star argument, … is in the way
	// Orphans are imported names the edits may leave without a use.
	Orphans []Orphan
	// ConfigPaths are the values of configuration files that change.
	ConfigPaths []string
	Needs       string // versions, as in Fix
	// Err says why the edits cannot be built; there are none then.
	Err error
}

// And joins plans into one: all edits, the lowest safety, the first error.
func (p Plan) And(others ...Plan) Plan {
	for _, o := range others {
		p.Edits = append(p.Edits[:len(p.Edits):len(p.Edits)], o.Edits...)
		p.Orphans = append(p.Orphans[:len(p.Orphans):len(p.Orphans)], o.Orphans...)
		p.ConfigPaths = append(p.ConfigPaths[:len(p.ConfigPaths):len(p.ConfigPaths)], o.ConfigPaths...)
		p.Safety = p.Safety.Lower(o.Safety)
		p.Needs = strings.TrimSpace(p.Needs + " " + o.Needs)
		if p.Err == nil {
			p.Err = o.Err
		}
	}
	return p
}

// Fixes is the plan as the fixes of a diagnostic: one, or none when the plan could
// not be built. safety is what the change of meaning allows; the plan's own lowers it.
func (p Plan) Fixes(title string, safety Safety) []Fix {
	if p.Err != nil || len(p.Edits) == 0 {
		return nil
	}
	return []Fix{{
		Title: title, Safety: safety.Lower(p.Safety), Needs: p.Needs, Edits: p.Edits, ConfigPaths: p.ConfigPaths,
		Orphans: p.Orphans,
	}}
}

// Lower is the plan with at most the given trust.
func (p Plan) Lower(s Safety) Plan {
	p.Safety = p.Safety.Lower(s)
	return p
}

// Need is the plan for a program that runs only on the given versions, such as "torch>=2.3".
func (p Plan) Need(versions string) Plan { return p.And(Plan{Needs: versions}) }

// Orphan adds an imported name of the file at path that the edits may leave
// without a use: the local name, or the dotted path of an `import a.b` without alias.
func (p Plan) Orphan(path, name string) Plan {
	p.Orphans = append(p.Orphans[:len(p.Orphans):len(p.Orphans)], Orphan{File: path, Name: name})
	return p
}
