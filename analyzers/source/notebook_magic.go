package source

import (
	"bytes"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// pythonCellMagics run the rest of their cell as Python in the notebook's own
// names; any other %%magic hands the cell to something else, or to another process.
var pythonCellMagics = []string{
	"time", "timeit", "capture", "prun", "memit", "mprun", "snakeviz", "pyinstrument", "scalene", "wandb", "heat",
}

// shellWords start lines that IPython's automagic understands without a "%".
// None of them followed by a second word can be Python.
var shellWords = []string{
	"pip install ",
	"pip uninstall ",
	"conda install ",
	"mamba install ",
	"apt install ",
	"apt-get install ",
}

// filePlace is a file command with a path or a switch, which cannot be Python either.
var filePlace = pattern.New(`^(?:cd|ls|cat|cp|mv|rm|mkdir) +(?:\.{0,2}/|\.\.\s*$|~|-[A-Za-z]+ +[\w./~])`)

// lineMagics are those that IPython's automagic understands without a "%" when they are all of their cell.
var lineMagics = strings.Fields(
	`alias autoawait autocall automagic autoreload autosave bookmark cat cd colors conda config cp debug dhist dirs edit
	env gui hist history ldir less ll load load_ext logstart ls macro magic mamba man matplotlib mkdir more mv notebook
	page pastebin pdb pdef pdoc pfile pinfo pip popd pprint precision prun psearch psource pushd pwd pycat pylab quickref
	recall rehashx reload_ext rep rerun reset reset_selective rm rmdir run save sc set_env store sx system tb tensorboard
	time timeit unalias unload_ext uv who who_ls whos xdel xmode`,
)

// noPython is what follows a word that is no Python then: another word that is no operator, a number, a
// string, a switch, a path. It is the rest of the line behind the blanks.
var noPython = pattern.New("^(?:[A-Za-z0-9_'\"~$@]|--?[A-Za-z]|\\.{0,2}/|\\.\\.?\\s*$)")

var wordOperators = []string{"in", "is", "and", "or", "not", "if", "else", "for", "as"}

// isAutomagic reports whether a cell of one line is a magic without its "%".
func isAutomagic(cell string) bool {
	line := strings.TrimSpace(cell)
	name, rest, more := strings.Cut(line, " ")
	if !more || strings.Contains(line, "\n") || !slices.Contains(lineMagics, name) {
		return false
	}
	rest = strings.TrimLeft(rest, " \t")
	first, _, _ := strings.Cut(rest, " ")
	return noPython.MatchString(rest) && !slices.Contains(wordOperators, first)
}

// maskMagics blanks what IPython reads before Python does in the cell at span,
// keeping the length, and returns the lines it touched. whole is true when the
// cell starts with a cell magic.
//
// IPython's own order is followed (IPython.core.inputtransformer2): a cell magic
// only on the first line that is not empty, the rest only where a logical line starts:
// a "%" inside brackets or a string is Python.
func maskMagics(text []byte, span Span) (masked []Span, whole bool) {
	m := &magicMasker{text: text[:span.End], at: span.Start}
	m.skipEmptyLines()
	if name, ok := m.cellMagic(); ok {
		if !slices.Contains(pythonCellMagics, name) {
			m.blank(m.at, span.End)
			return append(m.masked, Span{m.at, span.End}), true
		}
		m.maskLine(m.at)
		whole = true
	} else if isAutomagic(string(m.text[m.at:])) {
		m.maskLine(m.at)
	}
	for m.at < span.End {
		m.logicalLine()
	}
	return m.masked, whole
}

type magicMasker struct {
	text   []byte // ends where the cell ends
	at     int
	masked []Span
}

func (m *magicMasker) lineEnd(at int) int {
	if n := bytes.IndexByte(m.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(m.text)
}

func (m *magicMasker) skipEmptyLines() {
	for m.at < len(m.text) {
		end := m.lineEnd(m.at)
		if len(bytes.TrimSpace(m.text[m.at:end])) > 0 || end == len(m.text) {
			return
		}
		m.at = end + 1
	}
}

func (m *magicMasker) cellMagic() (name string, ok bool) {
	rest, ok := strings.CutPrefix(string(m.text[m.at:m.lineEnd(m.at)]), "%%")
	if !ok {
		return "", false
	}
	if fields := strings.Fields(rest); len(fields) > 0 && !strings.HasPrefix(rest, " ") {
		return fields[0], true
	}
	return "", true
}

// blank overwrites a range with spaces; line ends stay.
func (m *magicMasker) blank(from, to int) {
	for i := from; i < to; i++ {
		if m.text[i] != '\n' && m.text[i] != '\r' {
			m.text[i] = ' '
		}
	}
}

// maskLine blanks from at to the end of its line, and the lines that a trailing
// backslash adds to it, then moves on to the line after.
func (m *magicMasker) maskLine(from int) {
	start := bytes.LastIndexByte(m.text[:from], '\n') + 1
	for {
		end := m.lineEnd(from)
		goesOn := bytes.HasSuffix(bytes.TrimRight(m.text[from:end], "\r"), []byte("\\"))
		m.blank(from, end)
		m.masked = append(m.masked, Span{start, end})
		m.at = min(end+1, len(m.text))
		if !goesOn || m.at >= len(m.text) {
			return
		}
		from, start = m.at, m.at
	}
}

// logicalLine masks the magic that starts here, or reads on to the end of a
// line of Python.
func (m *magicMasker) logicalLine() {
	end := m.lineEnd(m.at)
	line := m.text[m.at:end]
	body := bytes.TrimLeft(line, " \t")
	indent := len(line) - len(body)
	if isMagic(string(body)) {
		from := m.at + indent
		m.maskLine(from)
		if indent > 0 { // it may be all that its block holds
			copy(m.text[from:end], "0")
			if len(body) >= len("pass") {
				copy(m.text[from:end], "pass")
			}
		}
		return
	}
	m.pythonLine()
}

func isMagic(line string) bool {
	if line == "" {
		return false
	}
	if strings.ContainsRune("%!?", rune(line[0])) {
		return true
	}
	return filePlace.MatchString(line) ||
		slices.ContainsFunc(shellWords, func(w string) bool { return strings.HasPrefix(line, w) })
}

// pythonLine reads one logical line: over open brackets, triple-quoted strings
// and backslashes. `x = !cmd` and `x = %magic` become `x = _`, a name nobody
// knows; `name?` asks for help and is blanked.
func (m *magicMasker) pythonLine() {
	start, depth, last := m.at, 0, byte(0)
	for m.at < len(m.text) {
		c := m.text[m.at]
		switch {
		case c == '#':
			m.at = m.lineEnd(m.at)
			continue
		case c == '"' || c == '\'':
			m.at = stringEnd(m.text, m.at)
		case c == '\\':
			m.at += 2
			if m.at <= len(m.text) && m.text[m.at-1] == '\r' {
				m.at++
			}
		case c == '\n' && depth <= 0:
			m.at++
			m.help(start, last)
			return
		case (c == '!' || c == '%') && last == '=' && depth == 0:
			from := m.at
			m.maskLine(from)
			m.text[from] = '_'
			return
		default:
			depth += bracketDepth(c)
			m.at++
		}
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			last = c
		}
	}
	m.at = len(m.text)
	m.help(start, last)
}

func bracketDepth(c byte) int {
	switch c {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

// help blanks a line that asked for an object's documentation, `name?`.
func (m *magicMasker) help(start int, last byte) {
	if last == '?' {
		m.maskLine(start)
	}
}

// stringEnd is the offset after the Python string whose quote is at at. A
// backslash hides the next byte in raw strings too; a string in one pair of
// quotes ends with its line at the latest.
func stringEnd(text []byte, at int) int {
	quote := text[at : at+1]
	triple := bytes.Repeat(quote, 3)
	if bytes.HasPrefix(text[at:], triple) {
		quote = triple
	}
	for at += len(quote); at < len(text); at++ {
		switch {
		case text[at] == '\\':
			at++
		case text[at] == '\n' && len(quote) == 1:
			return at
		case bytes.HasPrefix(text[at:], quote):
			return at + len(quote)
		}
	}
	return len(text)
}
