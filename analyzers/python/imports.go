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
	if rest[0] != 'i' && rest[0] != 'f' {
		return false
	}
	for _, word := range []string{"import", "from"} {
		if after, ok := bytes.CutPrefix(rest, []byte(word)); ok && len(after) > 0 &&
			bytes.IndexByte([]byte(" \t\\."), after[0]) >= 0 {
			return true
		}
	}
	return false
}

// telling are the bytes that say something about where a statement starts; all others are passed quickly.
var telling = func() (table [256]bool) {
	for _, c := range "#'\"()[]{}\\\n\r;:" {
		table[c] = true
	}
	return table
}()

// skip passes one piece of other text, and says whether a statement may start behind it.
func (s *importScanner) skip(start bool) bool {
	for !start && !telling[s.text[s.at]] {
		if s.at++; s.at == len(s.text) {
			return false
		}
	}
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
	line := s.text[s.at:]
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	if end := bytes.IndexByte(line, '\r'); end >= 0 {
		line = line[:end]
	}
	s.at += len(line)
}

// quoted passes a string. One that is not closed ends with its line: the shell lines of notebooks hold
// single quotes.
func (s *importScanner) quoted() {
	mark, rest := s.text[s.at], s.text[s.at:]
	long := len(rest) > 2 && rest[1] == mark && rest[2] == mark
	if s.at++; long {
		s.at += 2
	}
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case !long && (c == '\n' || c == '\r'):
			return
		case c == mark && !long:
			s.at++
			return
		case c == mark && s.at+2 < len(s.text) && s.text[s.at+1] == mark && s.text[s.at+2] == mark:
			s.at += 3
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
		module, list = shortened(strings.TrimSpace(list[:at])), strings.TrimLeft(list[at:], " \t")
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
// from which programs are run), in src, which editable installs put on the path, and in lib, which programs in
// tools/ put there themselves.
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
		for _, dir := range foldersAbove(from) {
			roots = append(roots, dir, path.Join(dir, "src"), path.Join(dir, "lib"))
		}
	}
	return filesIn(roots, file)
}

// ModulePathsIn lists where the source of an absolute name may stand in a folder that the file at from puts on
// Python's path, as it is written there: beside that file, or beside a folder above it, from which it may be run.
func ModulePathsIn(folder, dotted, from string) []string {
	var roots []string
	for _, dir := range foldersAbove(from) {
		roots = append(roots, path.Join(dir, folder))
	}
	return filesIn(roots, strings.ReplaceAll(dotted, ".", "/"))
}

// foldersAbove are the folder of a file and those around it.
func foldersAbove(file string) (list []string) {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		list = append(list, dir)
		if dir == "." || dir == "/" {
			return list
		}
	}
}

// filesIn are the module and the package of a name in each of some folders.
func filesIn(roots []string, file string) (list []string) {
	for _, root := range roots {
		if file != "" {
			list = append(list, path.Join(root, file+".py"))
		}
		list = append(list, path.Join(root, file, "__init__.py"))
	}
	return list
}
