package rules_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/all"
)

// ownRules are trainlint's own findings about what it reads; the pipeline reports
// them, and its tests test them.
func ownRules(r *rules.Rule) bool { return r.Group == rules.Core }

// TestRuleFields checks what users see of a rule before it ever fires.
func TestRuleFields(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for _, r := range all.Rules() {
		switch {
		case !name.MatchString(r.Name):
			t.Errorf("%q: a name is lower case, in words joined by hyphens", r.Name)
		case seen[r.Name]:
			t.Errorf("%s is listed twice", r.Name)
		case r.Group == "" || isGroup(r.Name):
			t.Errorf("%s: no group, or the name of one", r.Name)
		case r.On == 0:
			t.Errorf("%s looks at no kind of file: set On", r.Name)
		case !ownRules(r) && r.Check == nil:
			t.Errorf("%s has no Check", r.Name)
		}
		if why := messageFault(r.Summary); why != "" {
			t.Errorf("%s: summary %q %s", r.Name, r.Summary, why)
		}
		seen[r.Name] = true
	}
}

func isGroup(name string) bool {
	return slices.Contains([]rules.Group{rules.Memory, rules.Training, rules.Speed, rules.Compat, rules.Config, rules.Fit, rules.Core}, rules.Group(name))
}

// TestRuleNamesAreFrozen: a name is in people's settings and ignore comments. It
// is never reused for something else, and a rule that goes stays in the list with
// "removed" behind it.
func TestRuleNamesAreFrozen(t *testing.T) {
	path := "../testdata/rule-names.txt"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	known, removed := map[string]bool{}, map[string]bool{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if !slices.IsSorted(lines) {
		t.Errorf("%s is not sorted", path)
	}
	for _, line := range lines {
		name, note, _ := strings.Cut(line, " ")
		known[name], removed[name] = true, note == "removed"
	}
	if *update {
		addNames(t, path, lines, known)
		return
	}
	for _, r := range all.Rules() {
		switch {
		case !known[r.Name]:
			t.Errorf("%s is not in %s: run go test ./rules -update", r.Name, path)
		case removed[r.Name]:
			t.Errorf("%s is the name of a rule that was removed: choose another", r.Name)
		}
		delete(known, r.Name)
	}
	for name := range known {
		if !removed[name] {
			t.Errorf("no rule is called %s any longer: put \"removed\" behind it in %s", name, path)
		}
	}
}

// addNames adds the names of new rules; it takes none out.
func addNames(t *testing.T, path string, lines []string, known map[string]bool) {
	t.Helper()
	for _, r := range all.Rules() {
		if !known[r.Name] {
			lines = append(lines, r.Name)
		}
	}
	slices.Sort(lines)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestRulesHaveCases: every rule has a case where it fires and one where it is
// silent; a folder or a file with both counts for both.
func TestRulesHaveCases(t *testing.T) {
	for _, r := range all.Rules() {
		if ownRules(r) {
			continue
		}
		dir := filepath.Join(casesDir, r.Name)
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("%s has no cases: write them in testdata/rules/%s", r.Name, r.Name)
			continue
		}
		fires, silent := false, false
		for _, c := range caseNames(t, r.Name) {
			path := filepath.Join(dir, c)
			_, files := caseFiles(t, path)
			wants := 0
			for _, list := range expectations(t, path, files) {
				for _, e := range list {
					if e.kind == "want" || e.kind == "todo-want" {
						wants++
					}
				}
			}
			fires, silent = fires || wants > 0, silent || wants == 0
		}
		if !fires {
			t.Errorf("%s has no case with a want", r.Name)
		}
		if !silent {
			t.Errorf("%s has no case that is silent as a whole", r.Name)
		}
	}
}

// messageFault says what is wrong with the form of a message.
func messageFault(message string) string {
	first, _, _ := strings.Cut(message, " ")
	switch {
	case message == "":
		return "is empty"
	case strings.HasSuffix(message, ".") && !strings.HasSuffix(message, "…") && !strings.HasSuffix(message, "..."):
		return "ends with a full stop"
	case strings.ContainsAny(message, "\n\t"):
		return "has more than one line"
	case sentenceStart.MatchString(first):
		return "starts with a capital letter"
	}
	return ""
}

// sentenceStart is a word that starts an English sentence; a message may start with
// a name of the code, such as Encoder or GradScaler().
var sentenceStart = regexp.MustCompile(`^(A|An|The|This|That|It|Its|You|Your|Use|Using|Set|Setting|No|Not|Remove|Drop|Move|Add|Call|Calling|Pass|Passing|In|On|When|Where|With|Without|Every|Each|All|Please|Do|Does|There|Here|Make|Put|Keep|Change|Both|Only|Under)$`)

// TestMessages checks the form of every message that any case brings up.
func TestMessages(t *testing.T) {
	for _, r := range all.Rules() {
		if ownRules(r) {
			continue
		}
		if _, err := os.Stat(filepath.Join(casesDir, r.Name)); err != nil {
			continue // TestRulesHaveCases says so
		}
		for _, c := range caseNames(t, r.Name) {
			t.Run(r.Name+"/"+c, func(t *testing.T) {
				t.Parallel()
				_, files := caseFiles(t, filepath.Join(casesDir, r.Name, c))
				for name := range files {
					if strings.HasSuffix(name, ".want") {
						delete(files, name)
					}
				}
				for _, d := range lintCase(t, files).Diagnostics {
					checkMessages(t, d)
				}
			})
		}
	}
}

func checkMessages(t *testing.T, d rules.Diagnostic) {
	t.Helper()
	if why := messageFault(d.Message); why != "" {
		t.Errorf("%s: message %q %s", d.Rule.Name, d.Message, why)
	}
	for _, n := range d.Notes {
		if why := messageFault(n.Message); why != "" {
			t.Errorf("%s: note %q %s", d.Rule.Name, n.Message, why)
		}
	}
	for _, f := range d.Fixes {
		if why := messageFault(f.Title); why != "" {
			t.Errorf("%s: title of a fix %q %s", d.Rule.Name, f.Title, why)
		}
	}
}

var (
	heading = regexp.MustCompile(`(?m)^## (.+)$`)
	fence   = regexp.MustCompile("(?ms)^```(\\w+) (bad|good)\n(.*?)^```$")
)

// sections every page has, in this order.
var sections = []string{"What it flags", "Why it matters", "Example", "When it is fine", "Fix safety", "Sources"}

// TestDocs: every rule is explained in full, and its examples are true: the bad
// ones yield the rule and nothing else, the good ones nothing.
func TestDocs(t *testing.T) {
	for _, r := range all.Rules() {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			checkSections(t, r)
			if ownRules(r) {
				return
			}
			bad, good := examples(r.Doc)
			if len(bad) == 0 || len(good) == 0 {
				t.Fatal("the example needs a ```LANGUAGE bad and a ```LANGUAGE good block")
			}
			expectOnly(t, r, bad)
			if found := findings(t, r, good); len(found) > 0 {
				t.Errorf("the good example yields %s", strings.Join(found, ", "))
			}
		})
	}
}

func checkSections(t *testing.T, r *rules.Rule) {
	t.Helper()
	var have []string
	for _, m := range heading.FindAllStringSubmatch(r.Doc, -1) {
		have = append(have, m[1])
	}
	next := 0
	for _, name := range have {
		if next < len(sections) && name == sections[next] {
			next++
		}
	}
	if next < len(sections) {
		t.Errorf("the section %q is missing or out of order: there are %q", sections[next], have)
	}
}

// examples splits the blocks of a page into the files of its bad and its good
// example. Lines `# trainlint-file: NAME` divide a block into several files; a page
// that speaks of --gpu NAME has it as the target.
func examples(doc string) (bad, good map[string][]byte) {
	bad, good = map[string][]byte{}, map[string][]byte{}
	for _, m := range fence.FindAllStringSubmatch(doc, -1) {
		if m[2] == "bad" {
			addFiles(bad, "example."+extensions[m[1]], m[3])
		} else {
			addFiles(good, "example."+extensions[m[1]], m[3])
		}
	}
	if m := targetGPU.FindStringSubmatch(doc); m != nil && len(bad) > 0 {
		bad["trainlint.yaml"] = []byte("target:\n  gpu: " + m[1] + "\n")
		good["trainlint.yaml"] = bad["trainlint.yaml"]
	}
	return bad, good
}

var (
	extensions = map[string]string{"python": "py", "yaml": "yaml", "json": "json", "toml": "toml", "sh": "sh"}
	targetGPU  = regexp.MustCompile("(?m)^With `--gpu ([a-z0-9-]+)`")
)

func addFiles(files map[string][]byte, name, text string) {
	for line := range strings.Lines(text) {
		if next, ok := strings.CutPrefix(line, "# trainlint-file: "); ok {
			name = strings.TrimSpace(next)
			continue
		}
		files[name] = append(files[name], line...)
	}
}

// together lists what a bad example cannot help yielding as well.
var together = map[string]string{
	"fp32-full-finetune": "default-dtype-fp32", // loads fp32 because nothing else is said
}

func expectOnly(t *testing.T, r *rules.Rule, files map[string][]byte) {
	t.Helper()
	found := findings(t, r, files)
	if !slices.Contains(found, r.Name) {
		t.Errorf("the bad example does not yield the rule")
	}
	for _, name := range found {
		if name != r.Name && name != together[r.Name] {
			t.Errorf("the bad example yields %s too", name)
		}
	}
}

// findings names the rules that fire on files. Notes of other rules are left out:
// an example about one thing need not be tuned in every other.
func findings(t *testing.T, r *rules.Rule, files map[string][]byte) []string {
	t.Helper()
	var names []string
	for _, d := range lintCase(t, files).Diagnostics {
		if d.Severity > rules.Note || d.Rule.Name == r.Name {
			names = append(names, d.Rule.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
