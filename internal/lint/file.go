package lint

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/knowledge"
	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/internal/discover"
	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/ask"
	"github.com/trainlint/trainlint/rules/core"
)

// lintFile runs the rules of one file that may fire there.
func (p *pipeline) lintFile(file discover.File) error {
	text, err := p.Read(file)
	if err != nil {
		p.skip(file, err)
		return nil
	}
	held, err := p.policyOf(p.Full(file.Path))
	if err != nil {
		return err
	}
	p.Allowance.Grow(file.Path, len(text.Text))
	if file.Kind.IsPython() {
		held.usesTorch = p.usesTorch(file.Path, text)
		if !file.Named {
			held.computes = func() bool { return shows(text) || held.usesTorch() }
		}
	}
	found, directives := p.inTime(text, held, func(stop *atomic.Bool) ([]rules.Diagnostic, *directed) {
		return p.look(file, text, held, stop)
	})
	if len(found) > 0 {
		p.Keep(text)
	}
	p.report(file.Path, found, directives)
	return nil
}

// look is what the rules of one file find, and its directives.
func (p *pipeline) look(
	file discover.File,
	text *source.File,
	held policy,
	stop *atomic.Bool,
) ([]rules.Diagnostic, *directed) {
	directives := readDirectives(file.Kind, text, held)
	var found []rules.Diagnostic
	parsed := true
	if active := p.active(file, text, held); len(active) > 0 || p.suspect(file, text, held) {
		found, parsed = p.judge(file.Kind, text, held, active, p.meter(stop))
	} else if directives != nil && file.Kind.IsPython() {
		parsed = balanced(text.Text)
	}
	if directives != nil {
		directives.whole = parsed && !slices.ContainsFunc(found, func(d rules.Diagnostic) bool {
			return d.Rule == core.SyntaxError || d.Rule == core.FileTooComplex
		})
	}
	return found, directives
}

// suspect reports whether a file that no rule asks for is parsed all the same,
// to find out whether it is broken.
func (p *pipeline) suspect(file discover.File, text *source.File, held policy) bool {
	switch {
	case file.Kind.IsPython() && !file.Named && balanced(text.Text) && (!p.concerns(text) || !held.usesTorch()):
		return false
	case !held.on(core.SyntaxError):
		return false
	case file.Kind.IsPython():
		return held.concernsTensors()
	case file.Kind == discover.JSON:
		return !json.Valid(text.Text)
	default:
		return file.Kind.IsConfig()
	}
}

// concerns reports whether any rule looks at a Python file with such words, on or off: what is wrong elsewhere is not
// training code.
func (p *pipeline) concerns(text *source.File) bool {
	found := p.words.scan(text.Text)
	return slices.ContainsFunc(p.Rules, func(rule *rules.Rule) bool {
		return rule.On&rules.PythonFile != 0 && rule.Check != nil && p.words.mayFire(rule, found)
	})
}

// meter is what the questions about a file are paid from; who sets stop ends them.
func (p *pipeline) meter(stop *atomic.Bool) *budget.Meter {
	m := budget.New()
	m.Share(p.Allowance, stop)
	return m
}

// judge analyses a file and runs the rules on it. It says whether the file parsed, too.
func (p *pipeline) judge(
	kind discover.Kind, text *source.File, held policy, active []*rules.Rule, meter *budget.Meter,
) (found []rules.Diagnostic, parsed bool) {
	modules, whole := p.Borrow(), false
	defer func() { p.Return(modules, !whole) }()
	known, err := analyse(kind, text, modules, meter)
	if err != nil {
		return p.unread(text, held, err), false
	}
	report := func(d rules.Diagnostic) {
		if d.File == text.Path {
			held.weigh(&d)
		} else if d.Caller != nil && !p.Has(d.File) {
			d.File, d.Span, d.Fixes = d.Caller.File, d.Caller.Span, nil
			held.weigh(&d)
		} else if !p.weighElsewhere(&d) {
			return
		}
		found = append(found, d)
	}
	if known.broken != nil && held.concernsTensors() && held.on(core.SyntaxError) && !meansOther(kind, text) &&
		!p.takesLines(kind, text) {
		report(syntaxError(text, known.broken))
	}
	for _, rule := range active {
		pass := rules.NewPass(rule, report)
		known.show(pass)
		pass.Target = rules.Target(p.Target(text.Path))
		pass.Versions = p.VersionsOf(text.Path)
		pass.Elsewhere = p.MentionedElsewhere(text.Path)
		pass.AnyElsewhere = p.OneMentionedElsewhere(text.Path)
		pass.OneElsewhere = p.OneElsewhere(text.Path)
		if one := p.OneNotedElsewhere(text.Path); one != nil {
			pass.OneNoted = func(note *rules.FileNote, is func(any) bool, words ...string) bool {
				return one(note, note.Of, is, words...)
			}
		}
		pass.Owns = p.OwnsModule(text.Path)
		if err := p.check(pass, text.Path); err != nil {
			return p.unread(text, held, err), known.broken == nil
		}
	}
	var reserved []source.Span
	if known.python != nil && known.broken == nil {
		reserved = known.python.Reserved
	}
	if refused := refusedName(text, reserved, found); refused != nil && held.concernsTensors() &&
		held.on(core.SyntaxError) {
		report(syntaxError(text, refused))
	}
	whole = true
	return found, known.broken == nil && len(reserved) == 0
}

// refusedName is the first name that Python refuses and that no rule has spoken of: deprecated-symbol knows what
// .cuda(async=True) is called now. nil where there is none.
func refusedName(text *source.File, reserved []source.Span, found []rules.Diagnostic) *problem {
	for _, at := range reserved {
		if !slices.ContainsFunc(
			found,
			func(d rules.Diagnostic) bool { return d.File == text.Path && d.Span.Start == at.Start },
		) {
			return &problem{at: at, message: text.Slice(at) + " is a keyword since Python 3.7", whole: true}
		}
	}
	return nil
}

// unread is what there is to say of a file that cannot be looked at to the end.
func (p *pipeline) unread(text *source.File, held policy, err error) []rules.Diagnostic {
	var complex *budget.Exceeded
	if !errors.As(err, &complex) {
		p.Fail(err)
		return nil
	}
	return p.tooComplex(text, held, complex)
}

// meansOther reports whether a file is not what its name says: it stands for one that has not been brought, or is
// Jsonnet, of which a program makes the config.
func meansOther(kind discover.Kind, text *source.File) bool {
	return source.StandsFor(text.Text) || kind.IsConfig() && knowledge.BeginsAsJsonnet(text.Text)
}

// takesLines reports whether a program of the project takes the lines of such files apart by itself: what YAML refuses
// in them means something to it.
func (p *pipeline) takesLines(kind discover.Kind, text *source.File) bool {
	if kind != discover.YAML {
		return false
	}
	elsewhere := p.MentionedElsewhere(text.Path)
	reader, unless := knowledge.TakesLinesOfConfigs()
	return elsewhere != nil && elsewhere(reader) && !elsewhere(unless)
}

// syntaxError is the one finding that says where a file stopped making sense.
func syntaxError(text *source.File, broken *problem) rules.Diagnostic {
	// what comes after it stumbles over it
	if at, ok := mergeMarker(text.Text); ok && text.Notebook() == nil && at <= broken.at.Start {
		end := text.LineSpan(text.LineOf(at)).End
		broken = &problem{
			at:      source.Span{Start: at, End: end},
			message: "a merge conflict is left in it",
			whole:   broken.whole,
		}
	}
	message := "this does not parse"
	if broken.message != "" {
		message += " (" + broken.message + ")"
	}
	if broken.whole {
		message += ": no fix is offered here"
	} else {
		message += ": the rules saw only the rest of the file, and no fix is offered here"
	}
	severity := core.SyntaxError.Severity
	// a cell that is no Python stops at itself: people leave gaps to be filled in, and run the others
	if text.Notebook() != nil {
		severity = rules.Note
	}
	line := text.LineSpan(text.LineOf(broken.at.Start))
	at := source.Span{Start: broken.at.Start, End: max(broken.at.Start, min(broken.at.End, line.End))}
	return rules.Diagnostic{
		Rule: core.SyntaxError, Severity: severity, File: text.Path, Span: at,
		Message: message,
	}
}

// mergeMarker is where the first conflict of a merge starts that nobody resolved: git writes three lines around the two
// versions.
func mergeMarker(text []byte) (at int, ok bool) {
	start := -1
	middle := false
	for from := 0; from < len(text); {
		line := text[from:]
		if end := bytes.IndexByte(line, '\n'); end >= 0 {
			line = line[:end]
		}
		switch {
		case start < 0 && bytes.HasPrefix(line, []byte("<<<<<<< ")):
			start = from
		case start >= 0 && bytes.HasPrefix(line, []byte("=======")):
			middle = true
		case middle && bytes.HasPrefix(line, []byte(">>>>>>> ")):
			return start, true
		}
		from += len(line) + 1
	}
	return 0, false
}

// subjects are what the rules of one file of this kind look at.
func subjects(kind discover.Kind) rules.Subject {
	switch {
	case kind.IsPython():
		return rules.PythonFile
	case kind.IsConfig():
		return rules.ConfigFile
	default:
		return 0
	}
}

// active lists the rules that are on, look at such files, speak about the
// versions that the project declares, and may fire in this text. A file without
// any is not parsed.
func (p *pipeline) active(file discover.File, text *source.File, held policy) []*rules.Rule {
	on := subjects(file.Kind)
	if on == 0 {
		return nil
	}
	found := p.words.scan(text.Text)
	program := found
	if on == rules.PythonFile {
		program = p.wordsOfProgram(text, found)
	}
	versions, test := p.VersionsOf(file.Path), ask.InTest(file.Path)
	var active []*rules.Rule
	for _, rule := range p.Rules {
		in := found
		if rule.Program {
			in = program
		}
		if rule.On&on != 0 && rule.Check != nil && p.words.mayFire(rule, in) && held.on(rule) &&
			versions.Speaks(rule.Version) &&
			!(test && rule.NotInTests) {
			active = append(active, rule)
		}
	}
	return active
}

// check runs one rule. A panic is trainlint's own fault: it is reported, and
// the rest of the run goes on. The error says that the subject is too complex.
func (p *pipeline) check(pass *rules.Pass, subject string) (err error) {
	defer p.Survive("in rule " + pass.Rule.Name + " on " + subject)
	defer budget.Catch(&err)
	pass.Rule.Check(pass)
	return nil
}

func sortDiagnostics(found []rules.Diagnostic) {
	slices.SortStableFunc(found, func(a, b rules.Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Rule.Name, b.Rule.Name),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
