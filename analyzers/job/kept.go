package job

import (
	"fmt"
	"strings"
)

// kept are answers about a job, while the same is said of its data.
type kept struct {
	of      *Job // a copy of it may be another job
	state   string
	answers map[string]any
}

// Kept is the answer to a question about the job, found once for what is said of its data now. find says whether the
// answer holds whenever it is asked for again: not one that is what is left of a budget.
func (j *Job) Kept(question string, find func() (answer any, holds bool)) any {
	slot := 0
	if j.supposing {
		slot = 1
	}
	state := j.sizesSaid()
	k := j.kept[slot]
	if k == nil || k.of != j || k.state != state {
		k = &kept{of: j, state: state, answers: map[string]any{}}
		j.kept[slot] = k
	}
	if answer, known := k.answers[question]; known {
		return answer
	}
	answer, holds := find()
	if holds && j.sizesSaid() == state {
		k.answers[question] = answer
	}
	return answer
}

// sizesSaid is what is said of the job's data, as far as anything may change about it.
func (j *Job) sizesSaid() string {
	var b strings.Builder
	for _, s := range j.sizes {
		fmt.Fprintf(&b, "%p %d,", s, len(s.At))
	}
	return b.String()
}
