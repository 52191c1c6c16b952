package python

import (
	"bytes"
	"slices"
	"strings"
)

// Skim is what a file shows to a glance at its lines, without being parsed.
type Skim struct {
	// Imports are its import statements, in order.
	Imports []SkimImport
	// Acts: running the file does more than bind names: it calls something for what that does, fills what was made before,
	// registers.
	Acts bool
	// Runs: outside of functions it calls something for what that does, loops, or asks whether it is the script that was
	// started.
	Runs bool
	// Gives are the right sides of assignments at the left margin that call something.
	Gives []string
}

// SkimImport is one import statement.
type SkimImport struct {
	// Paths are the dotted names that may be modules, relative ones with their dots: for `from a import b` a and a.b.
	Paths []string
	// Inside: it stands in a function or class and runs only with that.
	Inside bool
}

// SkimOf looks over a text. It is for deciding what to read, and errs towards Acts: a line that it does not know acts.
func SkimOf(text []byte) *Skim {
	s := &skimmer{skipped: -1}
	s.lines(text)
	return &s.Skim
}

type skimmer struct {
	Skim
	skipped int  // the indentation of the definition whose body is passed over, -1 for none
	tries   bool // the line stands in a try statement at the top
}

// lines cuts a text into logical lines: brackets, strings and backslashes carry on.
func (s *skimmer) lines(text []byte) {
	for at := 0; at < len(text); {
		end := logicalEnd(text, at)
		line := text[at:end]
		indent := 0
		for indent < len(line) && (line[indent] == ' ' || line[indent] == '\t') {
			indent++
		}
		if rest := line[indent:]; len(bytes.TrimSpace(rest)) > 0 && rest[0] != '#' {
			s.line(rest, indent)
		}
		at = end + 1
	}
}

// logicalEnd is where the logical line that begins at an offset ends: at its newline, or at the end of the text.
func logicalEnd(text []byte, at int) int {
	depth := 0
	for at < len(text) {
		switch c := text[at]; c {
		case '\n', '\r':
			if depth == 0 {
				return at
			}
		case '\\':
			at++
			if at+1 < len(text) && text[at] == '\r' && text[at+1] == '\n' {
				at++
			}
		case '#':
			for at+1 < len(text) && text[at+1] != '\n' && text[at+1] != '\r' {
				at++
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		case '\'', '"':
			at = stringEnd(text, at) - 1
		}
		at++
	}
	return at
}

// stringEnd is what follows the string literal whose quote is at an offset. One that is not closed ends with its line.
func stringEnd(text []byte, at int) int {
	quote := text[at]
	if at+2 < len(text) && text[at+1] == quote && text[at+2] == quote {
		for i := at + 3; i < len(text); i++ {
			switch {
			case text[i] == '\\':
				i++
			case text[i] == quote && i+2 < len(text) && text[i+1] == quote && text[i+2] == quote:
				return i + 3
			}
		}
		return len(text)
	}
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n', '\r':
			return i
		}
	}
	return len(text)
}

// inert are the first words of statements that do nothing by themselves.
var inert = []string{
	"pass",
	"else",
	"elif",
	"if",
	"try",
	"except",
	"finally",
	"raise",
	"assert",
	"global",
	"del",
	"type",
	"break",
	"continue",
}

// inertCalls are the roots, or the first two names, of calls that change nothing that a run reads.
var inertCalls = []string{
	"logging",
	"logger",
	"warnings",
	"print",
	"sys.path",
	"faulthandler",
	"nltk.download",
	"matplotlib.use",
}

func (s *skimmer) line(line []byte, indent int) {
	inside := false
	if s.skipped >= 0 {
		if inside = indent > s.skipped; !inside {
			s.skipped = -1
		}
	}
	word := string(line[:identifierLength(line)])
	if !inside && !s.Runs {
		s.runs(line, word, indent)
	}
	switch {
	case word == "import" || word == "from":
		s.imports(string(line), inside)
		return
	case inside || s.Acts:
		if !inside && (word == "def" || word == "class" || word == "async") {
			s.skipped = indent
		}
		return
	}
	switch {
	case word == "def" || word == "class":
		s.skipped = indent
	case word == "async":
		s.skipped = indent
		s.Acts = !bytes.HasPrefix(bytes.TrimLeft(line[len(word):], " \t"), []byte("def"))
	case word == "if" && bytes.Contains(line, []byte("__name__")):
		s.skipped = indent
	case line[0] == '@':
		s.Acts = registers(line)
	case slices.Contains(inert, word):
		if body := afterColon(line); len(body) > 0 {
			s.line(body, indent)
		}
	case line[0] == '"' || line[0] == '\'':
	default:
		s.statement(line, word)
	}
}

// runs notes what a statement outside of functions does when the file is the script that is started.
func (s *skimmer) runs(line []byte, word string, indent int) {
	switch word {
	case "for", "while", "async":
		s.Runs = word != "async" || !bytes.HasPrefix(bytes.TrimLeft(line[len(word):], " \t"), []byte("def"))
		return
	case "if", "elif":
		s.Runs = bytes.Contains(line, []byte("__main__")) || hasLoop(afterColon(line))
		return
	case "with", "else", "try":
		if indent == 0 {
			s.tries = word == "try"
		}
		s.Runs = hasLoop(afterColon(line))
		return
	case "except", "finally":
		s.tries = s.tries && indent > 0
		return
	case "import", "from", "def", "class":
		return
	}
	open := bytes.IndexByte(line, '(')
	if indent > 0 && s.tries && word != "" && open == len(word) { // try: main()
		s.Runs = true
		return
	}
	if indent > 0 || open < 0 {
		return
	}
	s.tries = false
	if gives := bytes.LastIndexByte(line[:open], '='); gives >= 0 {
		s.Gives = append(s.Gives, string(line[gives+1:]))
		return
	}
	s.Runs = word != "" && line[0] != '@'
}

func hasLoop(statement []byte) bool {
	return bytes.HasPrefix(statement, []byte("for ")) || bytes.HasPrefix(statement, []byte("while "))
}

// afterColon is what stands behind the colon of a compound statement on its own line.
func afterColon(line []byte) []byte {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '#':
			return nil
		case '\'', '"':
			i = stringEnd(line, i) - 1
		case ':':
			if depth == 0 {
				rest := bytes.TrimLeft(line[i+1:], " \t")
				if len(rest) > 0 && rest[0] == '#' {
					return nil
				}
				return rest
			}
		}
	}
	return nil
}

// statement takes an assignment or an expression.
func (s *skimmer) statement(line []byte, word string) {
	if word == "" {
		s.Acts = true
		return
	}
	rest := bytes.TrimLeft(line[len(word):], " \t")
	binds := len(rest) > 0 &&
		(rest[0] == '=' && !bytes.HasPrefix(rest, []byte("==")) || rest[0] == ':' || rest[0] == ',') ||
		word == "__all__"
	s.Acts = !binds && !inertCall(word) && !inertCall(dottedPrefix(line))
}

// registers reports whether a decorator puts what it decorates somewhere: by its name, as most change only the
// function.
func registers(line []byte) bool {
	line, _, _ = bytes.Cut(line, []byte("("))
	return bytes.Contains(bytes.ToLower(line), []byte("regist")) ||
		bytes.HasSuffix(bytes.TrimSpace(line), []byte(".add")) ||
		line[1] >= 'A' && line[1] <= 'Z'
}

func inertCall(name string) bool { return slices.Contains(inertCalls, name) }

// dottedPrefix is the first two names of a.b.c().
func dottedPrefix(line []byte) string {
	n := identifierLength(line)
	if n < len(line) && line[n] == '.' {
		n += 1 + identifierLength(line[n+1:])
	}
	return string(line[:n])
}

func identifierLength(line []byte) int {
	n := 0
	for n < len(line) && isIdentifier(line[n]) {
		n++
	}
	return n
}

func isIdentifier(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// imports reads an import statement, and what stands behind it on its line.
func (s *skimmer) imports(line string, inside bool) {
	line = strings.NewReplacer("\\\n", " ", "\\\r\n", " ", "(", " ", ")", " ", "\t", " ").Replace(uncommented(line))
	line, behind, _ := strings.Cut(line, ";")
	prefix := ""
	names, plain := strings.CutPrefix(line, "import ")
	if !plain {
		var found bool
		if prefix, names, found = strings.Cut(strings.TrimPrefix(line, "from"), " import "); !found {
			return
		}
		prefix = strings.ReplaceAll(prefix, " ", "")
	}
	if paths := modulePaths(prefix, names); len(paths) > 0 {
		s.Imports = append(s.Imports, SkimImport{paths, inside})
	}
	if behind = strings.TrimSpace(behind); behind != "" && !inside {
		s.line([]byte(behind), 0)
	}
}

// longestPath is how long a path in bytes a system opens.
const longestPath = 4096

// modulePaths are the dotted names that `from prefix import names` may read; without a prefix, those of `import names`.
func modulePaths(prefix, names string) (paths []string) {
	if len(prefix) > longestPath {
		return nil
	}
	if prefix != "" {
		paths = append(paths, prefix)
	}
	for name := range strings.SplitSeq(names, ",") {
		words := strings.Fields(name)
		switch {
		case len(words) == 0 || words[0] == "*":
		case prefix == "":
			paths = append(paths, words[0])
		case strings.HasSuffix(prefix, "."):
			paths = append(paths, prefix+words[0])
		default:
			paths = append(paths, prefix+"."+words[0])
		}
	}
	return paths
}

// uncommented is a logical line without its comments.
func uncommented(line string) string {
	if !strings.Contains(line, "#") {
		return line
	}
	var b strings.Builder
	for part := range strings.Lines(line) {
		code, _, _ := strings.Cut(part, "#")
		b.WriteString(strings.TrimRight(code, "\r\n"))
		b.WriteByte(' ')
	}
	return b.String()
}
