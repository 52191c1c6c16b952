package estimate

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
)

// Plan searches, for every job that has a target, the sets of changes that make it fit. host is the memory that the
// user gives its machine, in bytes; 0 leaves it to the settings.
func Plan(jobs []Sized, host int64) {
	for at := range jobs {
		if jobs[at].Target.Usable > 0 {
			card := estimator.Card{Usable: jobs[at].Target.Usable, HostMemory: cmp.Or(host, jobs[at].HostMemory)}
			if gpu, ok := estimator.LookupGPU(jobs[at].Target.GPU); ok {
				card.BF16 = estimator.No
				if gpu.BF16 {
					card.BF16 = estimator.Yes
				}
			}
			planning := estimator.Plans(jobs[at].Job, card)
			jobs[at].Planning = &planning
		}
	}
}

var meanings = map[estimator.Meaning]string{
	estimator.SameTraining:  "trains the same",
	estimator.OtherNumerics: "other numerics",
	estimator.OtherMethod:   "another experiment",
}

func writePlans(text *strings.Builder, job Sized) {
	if job.Planning == nil {
		return
	}
	text.WriteString("\n")
	plans := job.Planning.Plans
	switch {
	case len(plans) == 0:
		printable.Fprintf(text, "  no set of known changes makes it fit %s at the high end\n", job.Target.GPU)
	case len(plans[0].Remedies) == 0:
		text.WriteString("  nothing to change: it fits\n")
		return
	}
	for at, plan := range plans {
		printable.Fprintf(text, "  %d. %s\n", at+1, remedyNames(plan))
		printable.Fprintf(
			text,
			"     the card must have %s → %s, %s, %s\n",
			estimator.FormatBytes(job.Result.Device),
			need(plan.Result),
			slowdownText(plan.Slowdown),
			meanings[plan.Meaning],
		)
		if plan.Result.Host > 0 {
			printable.Fprintf(text, "     host memory %s per GPU\n", estimator.FormatBytes(plan.Result.Host))
		}
		for _, change := range plan.Changes() {
			printable.Fprintf(text, "     %-16s %s → %s\n", change.Field, orUnset(change.Old), orUnset(change.New))
		}
		for _, remedy := range plan.Remedies {
			printable.Fprintf(text, "     %s: %s\n", remedy.Name, remedy.Remark)
		}
	}
	for _, refused := range job.Planning.Refused {
		printable.Fprintf(text, "  not offered: %s\n", refused)
	}
}

func remedyNames(plan estimator.Plan) string {
	var names []string
	for _, remedy := range plan.Remedies {
		names = append(names, remedy.Name)
	}
	return strings.Join(names, " + ")
}

func slowdownText(slowdown float64) string {
	if slowdown <= 1.005 {
		return "as fast"
	}
	return fmt.Sprintf("about %.0f %% slower", 100*(slowdown-1))
}

func orUnset(value string) string {
	if value == "" {
		return "unset"
	}
	return value
}

type jsonPlan struct {
	Remedies    []jsonRemedy `json:"remedies"`
	Changes     []jsonChange `json:"changes"`
	NeedBytes   int64        `json:"need_bytes"`
	NeedLow     int64        `json:"need_low_bytes"`
	NeedHigh    int64        `json:"need_high_bytes"`
	PeakBytes   int64        `json:"peak_bytes"`
	HighBytes   int64        `json:"high_bytes"`
	DeviceBytes int64        `json:"device_bytes"`
	HostBytes   int64        `json:"host_bytes"`
	Slowdown    float64      `json:"slowdown"`
	Meaning     string       `json:"meaning"`
}

type jsonRemedy struct {
	Name   string `json:"name"`
	Remark string `json:"remark"`
}

type jsonChange struct {
	Field string `json:"field"`
	Old   string `json:"old"`
	New   string `json:"new"`
}

func plansToJSON(s Sized) []jsonPlan {
	plans := []jsonPlan{}
	for _, plan := range s.Planning.Plans {
		entry := jsonPlan{
			NeedBytes: plan.Result.Device, NeedLow: plan.Result.DeviceLow(), NeedHigh: plan.Result.DeviceHigh(),
			Remedies: []jsonRemedy{}, Changes: []jsonChange{}, PeakBytes: plan.Result.Peak, HighBytes: plan.Result.High,
			DeviceBytes: shown(
				plan.Result,
				s.Target.Usable,
			), HostBytes: plan.Result.Host, Slowdown: plan.Slowdown, Meaning: meanings[plan.Meaning],
		}
		for _, remedy := range plan.Remedies {
			entry.Remedies = append(entry.Remedies, jsonRemedy{remedy.Name, remedy.Remark})
		}
		for _, change := range plan.Changes() {
			entry.Changes = append(entry.Changes, jsonChange(change))
		}
		plans = append(plans, entry)
	}
	return plans
}
