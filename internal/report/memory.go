package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/trainlint/trainlint/estimator"
)

// JobMemory is what one training job needs on each of its GPUs.
type JobMemory struct {
	Name   string
	GPU    string // "" when no target is known
	Usable int64  // bytes of that GPU that torch can use; 0 when not known
	Result estimator.Result
}

// WriteMemoryTable writes a markdown table of the jobs whose need can be told.
func WriteMemoryTable(w io.Writer, jobs []JobMemory) error {
	out := bufio.NewWriter(w)
	rows := 0
	for _, j := range jobs {
		if !j.Result.Known() {
			continue
		}
		if rows++; rows == 1 {
			fmt.Fprint(out, "\n#### Memory of each job\n\n| job | needs on each GPU | between | target | verdict |\n| --- | --- | --- | --- | --- |\n")
		}
		target := "–"
		if j.GPU != "" {
			target = markdownText(j.GPU)
		}
		fmt.Fprintf(out, "| %s | %s | %s and %s | %s | %s |\n", markdownCode(j.Name), estimator.FormatBytes(j.Result.Device),
			estimator.FormatBytes(j.Result.DeviceLow()), estimator.FormatBytes(j.Result.DeviceHigh()), target, j.Result.Verdict(j.Usable))
	}
	return out.Flush()
}
