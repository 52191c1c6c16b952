// Package directive reads `# trainlint: ignore[rule] reason` comments.
package directive

import (
	"bytes"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// Directive is one comment that speaks to trainlint.
type Directive struct {
	Span   source.Span // from its '#' to the end of the comment
	Names  []Name
	Reason string
	// Scope holds the findings that it silences: those that start in it.
	Scope source.Span
	// WholeFile: it is an ignore-file.
	WholeFile bool
	// OwnLine: nothing but the comment is on its line.
	OwnLine bool
	// Malformed says why the comment is not a directive; "" when it is one.
	Malformed string
}

// Name is one rule or group between the brackets.
type Name struct {
	Text string
	Span source.Span
}

// comment is a comment of the file, and the statement that it belongs to.
type comment struct {
	span    source.Span // from '#' to the end of the line
	ownLine bool
	scope   source.Span // the statement it stands on or, on a line of its own, the next one
}

// Mark is what every directive holds; a text without it has none.
var Mark = []byte("trainlint:")

// InPython finds the directives of a Python file or notebook.
func InPython(file *source.File) []Directive { return find(file, pythonComments) }

// InConfig finds the directives of a YAML or TOML file. JSON has no comments.
func InConfig(file *source.File) []Directive { return find(file, configComments) }

// InShell finds the directives of a shell script.
func InShell(file *source.File) []Directive { return find(file, shellComments) }

func find(file *source.File, comments func(*source.File) []comment) []Directive {
	if !bytes.Contains(file.Text, Mark) {
		return nil
	}
	var found []Directive
	for _, c := range comments(file) {
		if d, ok := parse(file, c); ok {
			found = append(found, d)
		}
	}
	return found
}

var (
	opening = pattern.New(`#+[ \t]*trainlint:[ \t]*`)
	body    = pattern.New(`^(ignore|ignore-file)[ \t]*\[([^\[\]]*)\](.*)$`)
)

const usage = "write `# trainlint: ignore[rule-name] reason`, or `ignore-file[rule-name]` on a line of its own"

// parse reads a comment; ok is false when it does not speak to trainlint.
func parse(file *source.File, c comment) (d Directive, ok bool) {
	text := file.Slice(c.span)
	at := opening.Regexp().FindStringIndex(text)
	if at == nil {
		return Directive{}, false
	}
	d = Directive{
		Span:    source.Span{Start: c.span.Start + at[0], End: c.span.End},
		Scope:   c.scope,
		OwnLine: c.ownLine && at[0] == 0,
	}
	parts := body.Regexp().FindStringSubmatchIndex(text[at[1]:])
	if parts == nil {
		d.Malformed = usage
		return d, true
	}
	word := text[at[1]+parts[2] : at[1]+parts[3]]
	d.Names = splitNames(text[at[1]+parts[4]:at[1]+parts[5]], c.span.Start+at[1]+parts[4])
	d.Reason = strings.TrimLeft(strings.TrimSpace(text[at[1]+parts[6]:]), ":-– ")
	switch {
	case len(d.Names) == 0:
		d.Malformed = "no rule is named in the brackets: " + usage
	case word == "ignore-file" && !c.ownLine:
		d.Malformed = "`ignore-file` stands on a line of its own"
	case word == "ignore-file":
		d.WholeFile, d.Scope = true, source.Span{Start: 0, End: len(file.Text) + 1}
	}
	return d, true
}

func splitNames(text string, start int) []Name {
	var names []Name
	at := start
	for part := range strings.SplitSeq(text, ",") {
		name := strings.TrimSpace(part)
		if name != "" {
			from := at + strings.Index(part, name)
			names = append(names, Name{name, source.Span{Start: from, End: from + len(name)}})
		}
		at += len(part) + 1
	}
	return names
}

// Covers reports whether a finding that starts at offset is in the scope.
func (d *Directive) Covers(offset int) bool { return d.Scope.Start <= offset && offset < d.Scope.End }

// Without is the edit that takes a name out of the directive or, when no other
// is left, the whole directive with the blanks or the line it leaves behind.
func (d *Directive) Without(file *source.File, gone []Name) (source.Span, string) {
	if len(gone) < len(d.Names) {
		var kept []string
		for _, name := range d.Names {
			if !contains(gone, name) {
				kept = append(kept, name.Text)
			}
		}
		return source.Span{Start: d.Names[0].Span.Start, End: d.Names[len(d.Names)-1].Span.End}, strings.Join(kept, ", ")
	}
	if d.OwnLine {
		return file.FullLines(d.Span), ""
	}
	span := d.Span
	for span.Start > 0 && (file.Text[span.Start-1] == ' ' || file.Text[span.Start-1] == '\t') {
		span.Start--
	}
	return span, ""
}

func contains(names []Name, name Name) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
