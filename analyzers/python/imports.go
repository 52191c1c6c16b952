package python

import (
	"bytes"
	"path"
	"strings"
)

// Imports lists the modules that a Python text imports, without parsing it: dotted, relative ones
// with their dots in front. `from a import b` is both a and a.b: only a file system can tell a module
// from a name in one.
func Imports(text []byte) []string {
	s := importScanner{text: text}
	s.run()
	return s.found
}

// importScanner walks over a text once; it knows strings, comments, brackets and where a statement starts.
type importScanner struct {
	text  []byte
	at    int
	depth int // of brackets
	found []string
}

func (s *importScanner) run() {
	start := true // of a statement
	for s.at < len(s.text) {
		if start && s.depth == 0 && s.keyword() {
			s.statement()
			continue
		}
		start = s.skip(start)
	}
}

// keyword reports whether an import statement may start here.
func (s *importScanner) keyword() bool {
	rest := s.text[s.at:]
	for _, word := range []string{"import", "from"} {
		if after, ok := bytes.CutPrefix(rest, []byte(word)); ok && len(after) > 0 && bytes.IndexByte([]byte(" \t\\."), after[0]) >= 0 {
			return true
		}
	}
	return false
}

// skip passes one piece of other text, and says whether a statement may start behind it.
func (s *importScanner) skip(start bool) bool {
	c := s.text[s.at]
	switch c {
	case '#':
		s.comment()
		return start
	case '\'', '"':
		s.quoted()
		return false
	case '(', '[', '{':
		s.depth++
	case ')', ']', '}':
		s.depth = max(0, s.depth-1)
	case '\\':
		s.at++
	}
	s.at = min(s.at+1, len(s.text))
	return c == '\n' || c == '\r' || c == ';' || c == ':' || start && (c == ' ' || c == '\t' || c == '\f')
}

func (s *importScanner) comment() {
	for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r' {
		s.at++
	}
}

// quoted passes a string. One that is not closed ends with its line: the shell lines of notebooks hold
// single quotes.
func (s *importScanner) quoted() {
	quote := s.text[s.at : s.at+1]
	if long := s.text[s.at:min(s.at+3, len(s.text))]; bytes.Equal(long, bytes.Repeat(quote, 3)) {
		quote = long
	}
	for s.at += len(quote); s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case len(quote) == 1 && (c == '\n' || c == '\r'):
			return
		case bytes.HasPrefix(s.text[s.at:], quote):
			s.at += len(quote)
			return
		}
	}
	s.at = len(s.text)
}

// statement reads one import statement, over several lines in parentheses or behind a backslash.
func (s *importScanner) statement() {
	var words strings.Builder
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case c == '#':
			s.comment()
			continue
		case c == '(':
			s.depth++
			words.WriteByte(' ')
		case c == ')':
			s.depth = max(0, s.depth-1)
		case c == ';', (c == '\n' || c == '\r') && s.depth == 0:
			s.add(words.String())
			return
		case c == '*':
			words.WriteString(" * ")
		case c == '\\', c == '\n', c == '\r':
			words.WriteByte(' ')
			if c == '\\' {
				s.at++
			}
		default:
			words.WriteByte(c)
		}
		s.at++
	}
	s.at = len(s.text)
	s.add(words.String())
}

// add reads `import a.b as c, d` and `from a import b as c, d`.
func (s *importScanner) add(statement string) {
	list, from := strings.CutPrefix(statement, "from")
	module := ""
	if from {
		at := max(strings.Index(list, " import "), strings.Index(list, "\timport "), strings.Index(list, ".import "))
		if at < 0 {
			return
		}
		if list[at] == '.' { // from .import a
			at++
		}
		module, list = strings.TrimSpace(list[:at]), strings.TrimLeft(list[at:], " \t")
		s.found = append(s.found, module)
		if !strings.HasSuffix(module, ".") {
			module += "."
		}
	}
	for item := range strings.SplitSeq(strings.TrimPrefix(list, "import"), ",") {
		if fields := strings.Fields(item); len(fields) > 0 && fields[0] != "*" {
			s.found = append(s.found, module+fields[0])
		}
	}
}

// ModulePaths lists where the source of an imported module may stand in a project, best first. Absolute
// names are looked for where Python looks (the folder of the file that imports, and the folders above it,
// from which programs are run) and in src, which editable installs put on the path.
func ModulePaths(dotted, from string) []string {
	name := strings.TrimLeft(dotted, ".")
	file := strings.ReplaceAll(name, ".", "/")
	var roots []string
	if level := len(dotted) - len(name); level > 0 {
		base := path.Dir(from)
		for range level - 1 {
			base = path.Dir(base)
		}
		roots = []string{base}
	} else {
		for dir := path.Dir(from); ; dir = path.Dir(dir) {
			roots = append(roots, dir, path.Join(dir, "src"))
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	var list []string
	for _, root := range roots {
		if file != "" {
			list = append(list, path.Join(root, file+".py"))
		}
		list = append(list, path.Join(root, file, "__init__.py"))
	}
	return list
}
