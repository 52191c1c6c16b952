package job

import "fmt"

// Before pairs the jobs of a project with those of an older revision of it. A job is the
// same one when the same launcher starts the same script, or the same file stands
// alone; a job with several candidates, or none, has no partner.
func Before(now, before []*Job) map[*Job]*Job { return pairs(now, before, (*Job).identity) }

// Again pairs some of the jobs of a project with all that are found after an edit. Where the edit left the launcher
// alone, its line tells a job from others of the same script that the edit is no matter of.
func Again(now, before []*Job, edited func(path string) bool) map[*Job]*Job {
	return pairs(now, before, func(j *Job) string {
		if edited(j.Start()) {
			return j.identity()
		}
		return j.identity() + "\n" + j.Name
	})
}

// Start is the file that the job's name is of: the launcher that somebody runs, which may start another one; "" without
// files.
func (j *Job) Start() string {
	switch {
	case j.Launch != nil:
		return j.Launch.Command.Start().File.Path
	case len(j.Files) > 0:
		return j.Files[0]
	}
	return ""
}

func pairs(now, before []*Job, identity func(*Job) string) map[*Job]*Job {
	older, newer := by(identity, before), by(identity, now)
	pairs := map[*Job]*Job{}
	for id, list := range newer {
		if len(list) != len(older[id]) {
			continue // commands were added or taken out: which is which is not known
		}
		for i, j := range list {
			pairs[j] = older[id][i]
		}
	}
	return pairs
}

func by(identity func(*Job) string, list []*Job) map[string][]*Job {
	found := map[string][]*Job{}
	for _, j := range list {
		id := identity(j)
		found[id] = append(found[id], j)
	}
	return found
}

// identity leaves lines out: they shift.
func (j *Job) identity() string {
	if len(j.Files) == 0 {
		return j.Name
	}
	stage := 0
	if j.Stage != nil {
		stage = j.Stage.Number
	}
	return fmt.Sprintf("%s %s %d", j.Files[0], j.Files[len(j.Files)-1], stage)
}
