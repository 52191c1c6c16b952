package deps

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// readRequirements reads pip's requirements format, includes followed.
func readRequirements(c *collector) {
	f := c.file
	for n := 1; n <= f.LineCount(); n++ {
		span := f.LineSpan(n)
		for strings.HasSuffix(f.Slice(span), `\`) && n < f.LineCount() {
			n++
			span.End = f.LineSpan(n).End
		}
		c.requirementLine(strings.ReplaceAll(f.Slice(span), "\\\n", " "), span)
	}
}

func (c *collector) requirementLine(line string, span source.Span) {
	line = strings.ReplaceAll(line, "\\\r\n", " ")
	if at := comment.Regexp().FindStringIndex(line); at != nil {
		line = line[:at[0]]
	}
	line = strings.TrimSpace(line)
	switch m := editable.Regexp().FindStringSubmatch(line); {
	case line == "":
	case m != nil:
		if strings.Contains(m[1], "://") {
			c.addText(m[1], Declared, span)
		}
	case line[0] == '-':
		c.include(line)
	default:
		c.addText(listed(line), Declared, span)
	}
}

var (
	comment  = pattern.New(`(?:^|\s)#`)
	editable = pattern.New(`^(?:-e|--editable)[\s=]\s*(.+)$`)
)

// exported is a line of `conda list --export`: name=version=build. pip refuses a lone =.
var exported = pattern.New(`^([A-Za-z0-9._-]+)=([0-9][A-Za-z0-9._]*)(?:=\S*)?$`)

// listed writes a line of `conda list` or `pip list`, "torch 1.4.0 pypi_0 pypi", as a requirement: what somebody kept
// of their environment says which versions it had.
func listed(line string) string {
	if m := exported.Regexp().FindStringSubmatch(line); m != nil {
		return m[1] + "==" + m[2]
	}
	columns := strings.Fields(line)
	if len(columns) < 2 || len(columns) > 4 || columns[1][0] < '0' || columns[1][0] > '9' ||
		strings.ContainsAny(columns[0], "=<>~!@;[") {
		return line
	}
	return columns[0] + "==" + columns[1]
}

// include follows "-r base.txt" and "-c constraints.txt".
func (c *collector) include(line string) {
	for _, option := range []string{"-r", "--requirement", "-c", "--constraint"} {
		name, ok := strings.CutPrefix(line, option)
		if !ok || name == "" || name[0] != ' ' && name[0] != '=' && name[0] != '\t' {
			continue
		}
		name = path.Join(path.Dir(c.file.Path), strings.Trim(name, " =\t"))
		if c.seen[name] || c.open == nil {
			return
		}
		c.seen[name] = true
		f := c.open(name)
		if f == nil {
			return
		}
		outer := c.file
		c.file = f
		readRequirements(c)
		c.file = outer
		return
	}
}
