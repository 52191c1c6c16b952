package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/trainlint/trainlint/estimator"
)

// JobMemory is what one training job needs on each of its GPUs.
type JobMemory struct {
	Name   string
	GPU    string // "" when no target is known
	Usable int64  // bytes of that GPU that torch can use; 0 when not known
	Result estimator.Result
	Before estimator.Result // in the revision to compare with; of no size without one
}

// WriteMemoryTable writes a markdown table of the jobs whose need can be told.
func WriteMemoryTable(w io.Writer, jobs []JobMemory) error {
	out := bufio.NewWriter(w)
	rows := 0
	compared := slices.ContainsFunc(jobs, func(j JobMemory) bool { return j.Before.Device > 0 })
	for _, j := range jobs {
		if !j.Result.Known() {
			continue
		}
		if rows++; rows == 1 {
			writeMemoryHead(out, compared)
		}
		target := "–"
		if j.GPU != "" {
			target = markdownText(j.GPU)
		}
		fmt.Fprintf(out, "| %s | %s |%s %s and %s | %s | %s |\n", markdownCode(j.Name), estimator.FormatBytes(j.Result.Device), changeCell(j, compared),
			estimator.FormatBytes(j.Result.DeviceLow()), estimator.FormatBytes(j.Result.DeviceHigh()), target, j.Result.Verdict(j.Usable))
	}
	return out.Flush()
}

func writeMemoryHead(out io.Writer, compared bool) {
	fmt.Fprint(out, "\n#### Memory of each job\n\n")
	if compared {
		fmt.Fprint(out, "| job | needs on each GPU | change | between | target | verdict |\n| --- | --- | --- | --- | --- | --- |\n")
		return
	}
	fmt.Fprint(out, "| job | needs on each GPU | between | target | verdict |\n| --- | --- | --- | --- | --- |\n")
}

// changeCell is how much more or less a job needs than it did; "" when no job is compared.
func changeCell(j JobMemory, compared bool) string {
	switch {
	case !compared:
		return ""
	case j.Before.Device == 0:
		return " – |"
	}
	return " " + Change(j.Before.Device, j.Result.Device) + " |"
}

// Change words a difference in bytes: "+1.50 GiB", "-512 MiB", "none".
func Change(before, now int64) string {
	switch {
	case now > before:
		return "+" + estimator.FormatBytes(now-before)
	case now < before:
		return "-" + estimator.FormatBytes(before-now)
	}
	return "none"
}
