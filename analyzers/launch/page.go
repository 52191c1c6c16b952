package launch

import (
	"path"
	"strings"

	"github.com/trainlint/trainlint/analyzers/budget"
	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// IsPage reports whether a path is a README or another page in Markdown or reStructuredText: many people's
// commands stand nowhere else.
func IsPage(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".md", ".markdown", ".mdx", ".rst":
		return true
	}
	return strings.EqualFold(path.Base(p), "README")
}

// readPage follows the commands of a page: those in fenced and indented blocks, each block as its own shell, and
// those in the middle of a sentence, between backquotes.
func readPage(f *source.File, meter *budget.Meter, open Opener) *Script {
	s := &Script{File: f, meter: meter, open: open}
	d := &page{script: s, indented: strings.EqualFold(path.Ext(f.Path), ".rst"), vars: environment{}}
	for n := 1; n <= f.LineCount(); n++ {
		d.line(f.LineSpan(n))
	}
	d.endBlock()
	return s
}

// page is one that is being read.
type page struct {
	script   *Script
	block    text
	fence    string // what closes the block, "" outside of one
	skipped  bool   // the block is in another language
	python   bool   // the block is said to be Python's: people write commands into such ones, too
	windows  byte   // what goes on in the next line ends so, in a block of a shell of Windows; 0 in any other
	indented bool   // what is indented is a block, wherever it stands
	command  bool   // the last line of the block is a command, or goes on with one
	blank    bool   // the last line was blank: what is indented begins a block
	item     int    // the columns of what belongs to the list item that the block began in
	heading  string // the last one
	// vars are the options that the blocks have set so far, FLAGS="--lr 1": a page shows in one what the command of a
	// later one uses. A name that is set to several things says nothing, and what else a block sets, or exports, holds for
	// that block.
	vars environment
	// open is where a command begins in prose whose closing backquote stands in a later line, 0 where none does.
	open int
}

// keep takes in what one block has set.
func (d *page) keep(set environment) {
	for name, v := range set {
		before, had := d.vars[name]
		options := v.first()
		switch {
		case had && !same(before, v):
			d.vars.forget(name)
		case !v.exported && len(options) > 1 && options[0].b == '-':
			d.vars[name] = v
		}
	}
}

var (
	fence = pattern.New("^[ >\t]*([-*+][ \t]+)?(`{3,}|~{3,})[ \t]*([^`]*)$")
	// promptMark is what stands in front of a command that is shown as it was typed.
	promptMark = pattern.New(
		`^\s*(?:>\s)?\s*(?:(?:\([\w.-]+\)\s*)?(?:[\w.@~:/-]*[$%#]\s?|!\s?|[A-Za-z][\w.:\\~-]*>\s)|\([\w.-]+\)\s+)?`,
	)
	// example is what people write in front of a command that is one: "ex) python train.py".
	example = pattern.New(`^\s*(?i:ex|eg|e\.g|example|usage)\s?[).:]{1,2}\s*`)
	// placeholder is something to fill in, as in <path to the data> or [YOUR KEY].
	placeholder = pattern.New(`<[A-Za-z][^<>|&;\n]*>|\{\{?[A-Za-z][\w ./-]*\}?\}|\[YOUR\b[A-Z0-9_ ./-]*\]`)
	// synopsis is a command that nobody types: what is between brackets may be left out, what an ellipsis stands for
	// is not said.
	synopsis = pattern.New(`\s\[-{0,2}[A-Za-z]|\s(?:\.\.\.|…)(?:\s|$)`)
	named    = pattern.New("`+([^`\n]+)`+")
	// options is a line of nothing but options with at most one value each, as people write them under a command without
	// a mark that it goes on.
	options = pattern.New(
		`^(?:[ \t]*--|[ \t]+-)[A-Za-z][\w-]*(?:[ =](?:<[^<>]*>|[^-\s]\S*))?(?:[ \t]+--?[A-Za-z][\w-]*(?:[ =](?:<[^<>]*>|[^-\s]\S*))?)*[ \t]*\\?[ \t]*$`,
	)
	// excerpt is a line that stands for others, which are not shown.
	excerpt = pattern.New(`(?m)^[ \t]*(?:#[ \t]*)?(?:\.\.\.|…)[ \t]*\\?[ \t]*$`)
	// started is what a sentence names when it names a command: a script, or a module behind -m.
	started = pattern.New(`\.py|\s-m\s+[\w.]+`)
	starts  = pattern.New(`^(?:[A-Z_][A-Z0-9_]*=\S*\s+)*(?:py|python[0-9.]*|accelerate|torchrun|deepspeed|sh|bash|` +
		`axolotl|llamafactory-cli|swift|tune|trl|litgpt|uv|poetry|fabric|composer|colossalai)\s`)
)

// languages are what a block of shell text is called.
var languages = map[string]bool{
	"": true, "sh": true, "bash": true, "shell": true, "console": true, "zsh": true, "shell-session": true,
	"shellsession": true, "sh-session": true, "terminal": true, "cmd": true, "commandline": true,
	"text": true, "txt": true, "none": true, "script": true, "shellscript": true, "linux": true, "command": true,
	"angular2html": true,
	"powershell":   true, "pwsh": true, "ps1": true, "ps": true, "bat": true, "batch": true, "dos": true, "cmd.exe": true,
}

// colours are languages for which people take commands so that they show in colours: such a block may hold commands,
// and most do not.
var colours = map[string]bool{"python": true, "py": true, "python3": true, "yaml": true, "yml": true}

// continues is what ends a line that goes on in the next one, in the blocks of Windows' shells; \ is between folders
// there.
var continues = map[string]byte{
	"powershell": '`',
	"pwsh":       '`',
	"ps1":        '`',
	"ps":         '`',
	"bat":        '^',
	"batch":      '^',
	"dos":        '^',
	"cmd.exe":    '^',
	"cmd":        '^',
}

func (d *page) line(span source.Span) {
	f := d.script.File
	raw := f.Slice(span)
	m := fence.Regexp().FindStringSubmatch(raw)
	if text := strings.TrimLeft(raw, " \t"); d.fence != "" && text != "" && len(raw)-len(text) < d.item {
		d.endBlock() // the end of a list item is the end of its blocks
		d.fence = ""
	}
	switch {
	case d.fence == preformatted:
		d.shown(span)
	case d.fence == "" && opensShown.MatchString(raw):
		d.endBlock()
		at := opensShown.Regexp().FindStringSubmatchIndex(raw)
		d.fence, d.open, d.item = preformatted, 0, 0
		language := ""
		if at[2] >= 0 {
			language = strings.ToLower(raw[at[2]:at[3]])
		}
		d.skipped = !languages[language] && !colours[language]
		d.python, d.windows = colours[language], continues[language]
		span.Start += at[1]
		d.shown(span)
	case d.fence == "" && m != nil:
		d.endBlock()
		d.open = 0
		language, _, _ := strings.Cut(strings.Trim(strings.ToLower(strings.TrimSpace(m[3])), "{}."), " ")
		language = strings.Trim(language, "{}.")
		d.fence, d.skipped, d.item, d.windows = m[2], !languages[language], len(m[1]), continues[language]
		if d.python = colours[language]; d.python {
			d.skipped = false
		}
	case d.fence != "" && m != nil && m[1] == "" && strings.HasPrefix(m[2], d.fence) && strings.TrimSpace(m[3]) == "":
		d.endBlock()
		d.fence = ""
	case d.fence != "":
		if !d.skipped {
			d.add(span)
		}
	case strings.TrimSpace(raw) == "":
		d.blank, d.open = true, 0
		d.endBlock()
	case d.open > 0:
		d.goesOn(span)
	case d.isIndented(raw):
		d.add(span)
	default:
		d.blank = false
		d.endBlock()
		if strings.HasPrefix(raw, "#") {
			d.heading = strings.TrimSpace(strings.Trim(raw, "#"))
		}
		d.sentence(span)
	}
}

// preformatted is what ends a block of HTML.
const preformatted = "</pre>"

var (
	// opensShown begins a block of HTML, <pre><code>, which pages have where an editor made them.
	// What is said of one in the middle of a sentence, `<pre><code>`, is none.
	opensShown = pattern.New(
		`(?i)^\s*(?:<[^>]*>\s*)*<pre\b(?:\s[^>]*?lang(?:uage)?="(\w+)"|[^>]*)[^>]*>(?:\s*<code\b[^>]*>)?`,
	)
	// endsShown ends the code in it.
	endsShown = pattern.New(`(?i)</(?:code|pre)>`)
)

// shown takes in a line of a block of HTML, or the rest of one.
func (d *page) shown(span source.Span) {
	f := d.script.File
	line := f.Slice(span)
	ends := strings.Contains(strings.ToLower(line), preformatted)
	if at := endsShown.Regexp().FindStringIndex(line); at != nil {
		span.End = span.Start + at[0]
	}
	if !d.skipped && strings.TrimSpace(f.Slice(span)) != "" {
		d.add(span)
	}
	if ends {
		d.endBlock()
		d.fence = ""
	}
}

// entities are how HTML writes what stands in commands and means something to it.
var entities = map[string]byte{"&amp;": '&', "&lt;": '<', "&gt;": '>', "&quot;": '"', "&#39;": '\''}

// unescaped is a line of HTML as a browser shows it.
func unescaped(line text) text {
	out := line[:0:0]
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c.b == '&' {
			for entity, letter := range entities {
				if i+len(entity) <= len(line) && line[i:i+len(entity)].String() == entity {
					c.b, i = letter, i+len(entity)-1
					break
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// isIndented reports whether a line outside of fences belongs to a block of code, or to the command above it.
func (d *page) isIndented(line string) bool {
	if !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "\t") && !(d.indented && line[0] == ' ') {
		return false
	}
	shown := strings.HasPrefix(strings.TrimLeft(line, " \t"), "$ ") // as it was typed: no sentence goes on so
	return len(d.block) > 0 ||
		(d.blank || d.indented || shown) && starts.MatchString(line[len(promptMark.Regexp().FindString(line)):])
}

// add appends a line to the block, without the mark in front of it.
func (d *page) add(span source.Span) {
	f := d.script.File
	line := f.Slice(span)
	mark := len(promptMark.Regexp().FindString(line))
	if trimmed := strings.TrimLeft(line, " \t"); mark > len(line)-len(trimmed) && strings.HasPrefix(trimmed, "#") &&
		!starts.MatchString(line[mark:]) {
		mark = len(line) - len(trimmed) // a comment, not root's prompt
	} else if strings.HasPrefix(strings.ToLower(trimmed), "$env:") {
		mark = len(line) - len(trimmed) // a variable of PowerShell's environment, not a prompt
	}
	if at := example.Regexp().FindString(line[mark:]); at != "" && starts.MatchString(line[mark+len(at):]) {
		mark += len(at)
	}
	span.Start += mark
	command := starts.MatchString(f.Slice(span))
	if further := len(d.block) > 0 && d.command && options.MatchString(line); further {
		if last := len(d.block) - 2; last < 0 || d.block[last].b != '\\' { // nothing says that the line goes on, and it does
			d.block[len(d.block)-1].b = ' '
		}
		command = true
	}
	d.command = command
	shown := ofFile(f, span)
	if d.fence == preformatted {
		shown = unescaped(shown)
	}
	d.block = append(d.block, d.asShell(shown)...)
	d.block = append(d.block, cell{'\n', int32(span.End), 0})
}

// asShell writes a line of a shell of Windows as other shells do: with \ at its end and / between folders. Some people
// write their blocks so in any case. Of any shell, a \ before blanks at the end of a line continues it: so it was
// typed.
func (d *page) asShell(line text) text {
	end := len(line) - 1
	for end >= 0 && (line[end].b == ' ' || line[end].b == '\t' || line[end].b == '\r') {
		end--
	}
	if d.windows == 0 {
		if end >= 0 && line[end].b == '\\' {
			return line[:end+1] // blanks after it that nobody sees
		}
		return line
	}
	for i := range end {
		if line[i].b == '\\' {
			line[i].b = '/'
		}
	}
	if end >= 0 && line[end].b == d.windows {
		line[end].b = '\\'
		line = line[:end+1]
	}
	return line
}

// sentence follows the commands that a line of prose names.
func (d *page) sentence(span source.Span) {
	f := d.script.File
	line := f.Slice(span)
	if !strings.Contains(line, "`") {
		return
	}
	for _, m := range named.Regexp().FindAllStringSubmatchIndex(line, -1) {
		m[2] += len(promptMark.Regexp().FindString(line[m[2]:m[3]]))
		if command := line[m[2]:m[3]]; starts.MatchString(command) && started.MatchString(command) {
			d.mention(ofFile(f, source.Span{Start: span.Start + m[2], End: span.Start + m[3]}))
		}
	}
	if at := strings.LastIndexByte(line, '`') + 1; strings.Count(line, "`")%2 == 1 {
		at += len(promptMark.Regexp().FindString(line[at:]))
		if starts.MatchString(line[at:]) && started.MatchString(line[at:]) {
			d.open = span.Start + at
		}
	}
}

// goesOn looks for the end of a command in prose that is broken over lines: they are one, as Markdown shows it.
func (d *page) goesOn(span source.Span) {
	f := d.script.File
	end := strings.IndexByte(f.Slice(span), '`')
	if end < 0 {
		return
	}
	command := ofFile(f, source.Span{Start: d.open, End: span.Start + end})
	for i := range command {
		if command[i].b == '\n' || command[i].b == '\r' {
			command[i].b = ' '
		}
	}
	d.open = 0
	d.mention(command)
}

// mention follows a command that a sentence names.
func (d *page) mention(command text) {
	before := len(d.script.Commands)
	d.run(command)
	for i := before; i < len(d.script.Commands); i++ {
		d.script.Commands[i].Mentioned = true
	}
}

func (d *page) endBlock() {
	block, python := d.block, d.python
	d.block, d.skipped, d.python, d.command = nil, false, false, false
	if len(block) > 0 && (!python || commandsAlone(block.String())) {
		d.run(block)
	}
}

// commandsAlone reports whether a block that is said to be Python's begins with a command, behind what prepares for it,
// and holds no Python.
func commandsAlone(block string) bool {
	for line := range strings.Lines(block) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && !prepares.MatchString(line) {
			return starts.MatchString(line) && started.MatchString(line)
		}
	}
	return false
}

// prepares is a command that people run before what they show.
var prepares = pattern.New(
	`^(?:pip3?|conda|mamba|git|cd|mkdir|source|sudo|apt|apt-get|wget|curl|unzip|tar)\s+[^\s=(,.]`,
)

// run follows one block. What is to be filled in is a variable that nobody sets; a synopsis is no command.
func (d *page) run(block text) {
	s := block.String()
	for _, m := range placeholder.Regexp().FindAllStringIndex(s, -1) {
		if m[0] > 0 && s[m[0]-1] == '$' {
			continue // a variable
		}
		block[m[0]].b = '$'
		for i := m[0] + 1; i < m[1]; i++ {
			block[i].b = '_'
		}
	}
	before := len(d.script.Commands)
	if excerpt.MatchString(s) {
		return
	}
	e := newEvaluator(d.script)
	e.vars = e.copied(d.vars)
	e.run(block)
	d.keep(e.vars)
	kept := d.script.Commands[:before]
	for _, c := range d.script.Commands[before:] {
		c.OfPage, c.Heading = true, d.heading
		if !synopsis.MatchString(placeholder.Regexp().ReplaceAllLiteralString(d.script.File.Slice(c.Span), "")) {
			kept = append(kept, c)
		}
	}
	d.script.Commands = kept
}
