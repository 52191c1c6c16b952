// Command scaffold writes what a new rule consists of: its file, its page, a case
// that fires and one that is silent, its line in rules/all and its name in the list of names.
//
//	go run ./rules/scaffold NAME GROUP
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(
			os.Stderr,
			"usage: go run ./rules/scaffold NAME GROUP, for example: go run ./rules/scaffold stale-scheduler training",
		)
		os.Exit(2)
	}
	written, err := scaffold(".", os.Args[1], os.Args[2])
	for _, path := range written {
		fmt.Println(path)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Println("now write the cases, then the check, then the page; CONTRIBUTING.md says how")
}

var (
	validName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)+$`)
	groups    = []string{"memory", "training", "speed", "compat", "config", "fit"}
)

// scaffold writes the files of a rule below the root of the repository, and
// returns their paths. Nothing is written over.
func scaffold(root, name, group string) ([]string, error) {
	switch {
	case !validName.MatchString(name):
		return nil, fmt.Errorf("%q is no name for a rule: lower-case words joined by hyphens, such as stale-scheduler", name)
	case !slices.Contains(groups, group):
		return nil, fmt.Errorf("%q is no group: %s", group, strings.Join(groups, ", "))
	}
	names, err := os.ReadFile(filepath.Join(root, "testdata/rule-names.txt"))
	if err != nil {
		return nil, fmt.Errorf("run it in the root of the repository: %w", err)
	}
	for line := range strings.Lines(string(names)) {
		if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); first == name {
			return nil, fmt.Errorf("%s is or was a rule: names are never used twice", name)
		}
	}
	file := strings.ReplaceAll(name, "-", "_")
	s := &writer{root: root}
	s.create("rules/"+group+"/"+file+".go", ruleText(name, group))
	s.create("rules/"+group+"/"+name+".md", pageText(name, group))
	s.create(
		"testdata/rules/"+name+"/fires.py",
		"# one piece of real code that is wrong\nwrong()  # want \"what is wrong, in the code's own names\"\n",
	)
	s.create("testdata/rules/"+name+"/silent.py", "# the piece of real code that looks alike and is right\nright()\n")
	s.edit("rules/all/all.go", func(text string) (string, error) { return listRule(text, group, goName(name)) })
	s.edit("testdata/rule-names.txt", func(text string) (string, error) { return addLine(text, name), nil })
	return s.written, s.err
}

// writer writes files until the first error.
type writer struct {
	root    string
	written []string
	err     error
}

func (w *writer) create(path, text string) {
	if w.err != nil {
		return
	}
	full := filepath.Join(w.root, filepath.FromSlash(path))
	if _, err := os.Stat(full); !errors.Is(err, os.ErrNotExist) {
		w.err = fmt.Errorf("%s is there already", path)
		return
	}
	if w.err = os.MkdirAll(filepath.Dir(full), 0o755); w.err == nil {
		w.put(path, text)
	}
}

func (w *writer) edit(path string, change func(string) (string, error)) {
	if w.err != nil {
		return
	}
	text, err := os.ReadFile(filepath.Join(w.root, filepath.FromSlash(path)))
	if err == nil {
		var changed string
		if changed, err = change(string(text)); err == nil {
			w.put(path, changed)
			return
		}
	}
	w.err = err
}

func (w *writer) put(path, text string) {
	w.err = os.WriteFile(filepath.Join(w.root, filepath.FromSlash(path)), []byte(text), 0o644)
	w.written = append(w.written, path)
}

// goName is StaleScheduler for stale-scheduler.
func goName(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "-") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// listRule adds a rule behind its group's comment in rules/all, in order.
func listRule(text, group, rule string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	at := slices.Index(lines, "\t\t// "+group+"\n")
	if at < 0 {
		return "", fmt.Errorf("rules/all/all.go has no comment for the group %s", group)
	}
	entry := "\t\t" + group + "." + rule + ",\n"
	for at++; at < len(lines) && strings.HasPrefix(lines[at], "\t\t"+group+".") && lines[at] < entry; at++ {
	}
	text = strings.Join(slices.Insert(lines, at, entry), "")
	path := "\t\"github.com/trainlint/trainlint/rules/" + group + "\"\n"
	if strings.Contains(text, path) {
		return text, nil
	}
	return strings.Replace(
		text,
		"\t\"github.com/trainlint/trainlint/rules\"\n",
		"\t\"github.com/trainlint/trainlint/rules\"\n"+path,
		1,
	), nil
}

// addLine adds a line to sorted ones.
func addLine(text, line string) string {
	lines := append(strings.Split(strings.TrimSpace(text), "\n"), line)
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}
