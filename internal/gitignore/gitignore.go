// Package gitignore answers whether git would ignore a path.
package gitignore

import (
	"path/filepath"
	"strings"

	"github.com/trainlint/trainlint/internal/files"
)

// pattern is one line of an ignore file.
type pattern struct {
	elements []string // the glob, split at slashes
	basename bool     // no slash in the glob: it may match at any depth
	dirOnly  bool
	negated  bool
}

// Matcher holds the ignore files in force in one directory. Inner directories
// get their own matcher through Enter, or the same one where they have no ignore
// file: folders can stand in each other a thousand deep. Matchers are never changed,
// so many goroutines may use one.
type Matcher struct {
	parent   *Matcher
	dir      string // absolute
	patterns []pattern
}

// At builds the matcher for a directory: the ignore files from the root of its
// git work tree, or from ceiling where there is none, down to the directory.
func At(dir, ceiling string) *Matcher {
	root := files.WorkTree(dir)
	if root == "" {
		root = dir
		if files.Inside(ceiling, dir) {
			root = ceiling
		}
	}
	m := open(root, nil)
	relative, err := filepath.Rel(root, dir)
	if err != nil || relative == "." {
		return m
	}
	below := root
	for _, name := range strings.Split(relative, string(filepath.Separator)) {
		below = filepath.Join(below, name)
		m = m.Enter(below)
	}
	return m
}

// Enter is the matcher of a directory directly below one that the matcher is for. A
// directory with its own .git starts afresh: its parent's rules end there.
func (m *Matcher) Enter(dir string) *Matcher {
	if files.IsWorkTree(dir) {
		return open(dir, nil)
	}
	return open(dir, m)
}

// EnterListed is Enter where what the directory holds is known: most have no ignore file.
func (m *Matcher) EnterListed(dir string, holds func(name string) bool) *Matcher {
	if !holds(".git") && !holds(".gitignore") {
		return m
	}
	return m.Enter(dir)
}

// Ignored reports whether git ignores the path, a child of the directory that the
// matcher is for. That a directory above it is ignored is for the caller to know.
func (m *Matcher) Ignored(path string, isDir bool) bool {
	for at := m; at != nil; at = at.parent {
		relative, err := filepath.Rel(at.dir, path)
		if err != nil {
			return false
		}
		if ignored, decided := at.decide(filepath.ToSlash(relative), isDir); decided {
			return ignored
		}
	}
	return false
}

// decide applies the last pattern that matches, as git does.
func (m *Matcher) decide(relative string, isDir bool) (ignored, decided bool) {
	elements := strings.Split(relative, "/")
	for i := len(m.patterns) - 1; i >= 0; i-- {
		p := &m.patterns[i]
		if p.dirOnly && !isDir {
			continue
		}
		if p.matches(elements) {
			return !p.negated, true
		}
	}
	return false, false
}

func (p *pattern) matches(elements []string) bool {
	if p.basename {
		return match(p.elements[0], elements[len(elements)-1])
	}
	return matchPath(p.elements, elements)
}

func open(dir string, parent *Matcher) *Matcher {
	m := &Matcher{parent: parent, dir: dir}
	if parent == nil {
		exclude, err := files.Read(filepath.Join(dir, ".git", "info", "exclude"))
		m.patterns = parseAll(exclude, err)
	}
	// Git follows no link here either, unlike in its own folder.
	ignored, err := files.ReadItself(filepath.Join(dir, ".gitignore"))
	m.patterns = append(m.patterns, parseAll(ignored, err)...)
	if len(m.patterns) == 0 && parent != nil {
		return parent
	}
	return m
}

// parseAll parses an ignore file. One that cannot be read ignores nothing, as in git.
func parseAll(text []byte, err error) []pattern {
	if err != nil {
		return nil
	}
	var patterns []pattern
	for line := range strings.SplitSeq(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		if p, ok := parse(strings.TrimSuffix(line, "\r")); ok {
			patterns = append(patterns, p)
		}
	}
	return patterns
}

func parse(line string) (pattern, bool) {
	line = trimSpaces(line)
	if line == "" || line[0] == '#' {
		return pattern{}, false
	}
	var p pattern
	if line[0] == '!' {
		p.negated, line = true, line[1:]
	}
	if strings.HasSuffix(line, "/") {
		p.dirOnly, line = true, line[:len(line)-1]
	}
	if line == "" {
		return pattern{}, false
	}
	p.basename = !strings.Contains(line, "/")
	p.elements = strings.Split(strings.TrimPrefix(line, "/"), "/")
	return p, true
}

// trimSpaces drops trailing spaces that no backslash protects.
func trimSpaces(line string) string {
	for strings.HasSuffix(line, " ") {
		slashes := len(line) - 1 - len(strings.TrimRight(line[:len(line)-1], `\`))
		if slashes%2 == 1 {
			break
		}
		line = line[:len(line)-1]
	}
	return line
}
