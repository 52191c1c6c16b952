package launch

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// pythonNames follows what a notebook gives to names, as far as it is written out: $NAME and {NAME} of a command are
// these.
type pythonNames struct {
	file *source.File
	vars environment
	line int // the next one
	// branch says of the block that the line stands in whether it is run.
	branch ran
}

type ran uint8

const (
	perhaps ran = iota
	does
	doesNot
)

var (
	// assigned is a line of Python that gives a name a value.
	assigned = pattern.New(`^([ \t]*)([A-Za-z_]\w*)[ \t]*(?::[^=\n]*)?([-+*/|]?=)[ \t]*([^=\s].*)$`)
	// constant is such a value when it is written out.
	constant = pattern.New(
		`^(?:"([^"\\\n{}]*)"|'([^'\\\n{}]*)'|([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?|True|False))[ \t]*;?[ \t]*(?:#.*)?\r?$`,
	)
	// tested is a test of a name alone.
	tested = pattern.New(`^if[ \t]+(not[ \t]+)?([A-Za-z_]\w*)[ \t]*:[ \t]*(?:#.*)?\r?$`)
)

// until follows the lines in front of an offset.
func (p *pythonNames) until(offset int) {
	for ; p.line <= p.file.LineCount() && p.file.LineSpan(p.line).Start < offset; p.line++ {
		span := p.file.LineSpan(p.line)
		p.follow(p.file.Slice(span), span.Start)
	}
}

func (p *pythonNames) follow(line string, at int) {
	body := strings.TrimLeft(line, " \t")
	if strings.TrimSpace(line) == "" || body[0] == '#' {
		return
	}
	m := assigned.Regexp().FindStringSubmatchIndex(line)
	if len(body) == len(line) && m == nil {
		p.branch = p.test(line)
		return
	}
	if len(body) == len(line) {
		p.branch = does
	}
	if m == nil || p.branch == doesNot {
		return
	}
	name := line[m[4]:m[5]]
	value := constant.Regexp().FindStringSubmatchIndex(line[m[8]:m[9]])
	delete(p.vars, name)
	if value == nil || m[7]-m[6] != 1 || p.branch != does {
		return
	}
	for group := 2; group < len(value); group += 2 {
		if value[group] >= 0 {
			p.vars.set(
				name,
				scalar(ofFile(p.file, source.Span{Start: at + m[8] + value[group], End: at + m[8] + value[group+1]})),
			)
		}
	}
}

// test is whether the block behind a line at the left margin is run.
func (p *pythonNames) test(line string) ran {
	if strings.HasPrefix(line, "else") && p.branch != perhaps {
		return does + doesNot - p.branch
	}
	m := tested.Regexp().FindStringSubmatch(line)
	if m == nil {
		return perhaps
	}
	v, known := p.vars[m[2]]
	text := v.first()
	if !known || !text.known() {
		return perhaps
	}
	holds := !strings.Contains(" False 0 0.0  ", " "+text.String()+" ")
	if holds != (m[1] != "") {
		return does
	}
	return doesNot
}
