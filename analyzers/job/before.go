package job

import "fmt"

// Before pairs the jobs of a project with those of an older revision of it. A job is the
// same one when the same launcher starts the same script, or the same file stands
// alone; a job with several candidates, or none, has no partner.
func Before(now, before []*Job) map[*Job]*Job {
	older, newer := byIdentity(before), byIdentity(now)
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

func byIdentity(list []*Job) map[string][]*Job {
	found := map[string][]*Job{}
	for _, j := range list {
		id := j.identity()
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
