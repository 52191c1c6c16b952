package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/estimator"
)

// JobMemory is what one training job needs on each of its GPUs.
type JobMemory struct {
	Name   string
	GPU    string // "" when no target is known
	Usable int64  // bytes of that GPU that torch can use; 0 when not known
	Result estimator.Result
	Before estimator.Result // in the revision to compare with; of no size without one
	Fields []FieldChange    // what the change set to something else
}

// FieldChange is a setting of a job before and after a change.
type FieldChange struct {
	Name        string
	Before, Now Setting
}

// Setting is a value and the line that says it.
type Setting struct {
	Text string // "" when nothing said it
	Path string // "" when no file of the project says it
	Line int
}

// Links are the addresses of lines, now and before a change; nil functions know none.
type Links struct{ Now, Before Link }

// Link is the address of a line; "" when there is none.
type Link func(path string, line int) string

func (j JobMemory) compared() bool { return j.Before.Device > 0 }

func (j JobMemory) changed() bool {
	return j.compared() && j.Before.Device != j.Result.Device || len(j.Fields) > 0
}

// WriteMemoryTable writes a markdown table of the jobs whose need can be told, and what changed in each.
func WriteMemoryTable(w io.Writer, jobs []JobMemory, links Links) error {
	out := bufio.NewWriter(w)
	jobs = slices.DeleteFunc(slices.Clone(jobs), func(j JobMemory) bool { return !j.Result.Known() })
	compared := slices.ContainsFunc(jobs, JobMemory.compared)
	for i, j := range jobs {
		if i == 0 {
			writeMemoryHead(out, compared)
		}
		target := "–"
		if j.GPU != "" {
			target = markdownText(j.GPU)
		}
		fmt.Fprintf(
			out,
			"| %s | %s %s and %s | %s | %s |\n",
			markdownCode(j.Name),
			needCell(j, compared),
			estimator.FormatBytes(
				j.Result.DeviceLow(),
			),
			estimator.FormatBytes(j.Result.DeviceHigh()),
			target,
			j.Result.Verdict(j.Usable),
		)
	}
	writeFieldChanges(out, jobs, links)
	return out.Flush()
}

func writeMemoryHead(out io.Writer, compared bool) {
	fmt.Fprint(out, "\n#### Memory of each job\n\n")
	if compared {
		fmt.Fprint(
			out,
			"| job | needs on each GPU: before → after | change | between | target | verdict |\n| --- | --- | --- | --- | --- | --- |\n",
		)
		return
	}
	fmt.Fprint(out, "| job | needs on each GPU | between | target | verdict |\n| --- | --- | --- | --- | --- |\n")
}

// needCell is what a job needs, and when jobs are compared what it needed and how much more or less that is.
func needCell(j JobMemory, compared bool) string {
	now := estimator.FormatBytes(j.Result.Device)
	switch {
	case !compared:
		return now + " |"
	case !j.compared():
		return "– → **" + now + "** | – |"
	case j.Before.Device == j.Result.Device:
		return now + " | none |"
	}
	return estimator.FormatBytes(
		j.Before.Device,
	) + " → **" + now + "** | " + Change(
		j.Before.Device,
		j.Result.Device,
	) + " |"
}

// writeFieldChanges lists the settings that the change touched, each with the lines that say so.
func writeFieldChanges(out io.Writer, jobs []JobMemory, links Links) {
	first := true
	for _, j := range jobs {
		if len(j.Fields) == 0 {
			continue
		}
		if first {
			fmt.Fprint(out, "\n")
			first = false
		}
		parts := make([]string, 0, len(j.Fields))
		for _, f := range j.Fields {
			parts = append(
				parts,
				fmt.Sprintf("%s %s → %s", markdownText(f.Name), f.Before.cell(links.Before), f.Now.cell(links.Now)),
			)
		}
		fmt.Fprintf(out, "- %s: %s\n", markdownCode(j.Name), strings.Join(parts, ", "))
	}
}

func (s Setting) cell(link Link) string {
	text := markdownText(s.Text)
	if text == "" {
		text = "(nothing)"
	}
	if s.Path == "" {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, placeCell(fmt.Sprintf("%s:%d", s.Path, s.Line), link, s.Path, s.Line))
}

// placeCell is a place as code, a link where its address is known.
func placeCell(text string, link Link, path string, line int) string {
	if link != nil {
		if address := link(path, line); address != "" {
			return "[" + markdownCode(text) + "](" + address + ")"
		}
	}
	return markdownCode(text)
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
