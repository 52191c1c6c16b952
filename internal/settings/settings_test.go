package settings

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/files"
)

var known = Known{
	Rules: []string{"retain-graph", "prefetch-factor"},
	Names: []string{"retain-graph", "prefetch-factor", "memory", "speed"},
	GPU: func(name string) error {
		if name != "A100-80GB" {
			return errors.New("no such GPU: " + name)
		}
		return nil
	},
}

func tree(t *testing.T, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func resolver(dir string) *Resolver {
	k := known
	k.Dir, k.Within = dir, files.RootsOf(dir, ".")
	return &Resolver{Known: k}
}

func settingsFor(t *testing.T, dir, sub string) *Settings {
	t.Helper()
	s, err := resolver(dir).For(filepath.Join(dir, sub))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func values(entries []Entry) []string {
	list := []string{}
	for _, entry := range entries {
		list = append(list, entry.Value)
	}
	return list
}

const everything = `
select: [memory, speed]
ignore: prefetch-factor
severity:
  retain-graph: error
exclude: ["third_party/", "*.gen.py"]
paths:
  - match: tests/**
    ignore: [memory]
    severity: {retain-graph: off}
  - match: [benchmarks/*.py]
    select: [speed]
target: {gpu: A100-80GB, count: 8, host_memory: 512GB}
versions: {torch: 2.10, transformers: ">=4.46,<5"}
jobs:
  - name: full
    run: accelerate launch train.py
    target: {count: 2}
baseline: .trainlint-baseline.json
`

func TestEverything(t *testing.T) {
	dir := tree(t, map[string]string{"trainlint.yaml": everything})
	s := settingsFor(t, dir, "a/b")
	if got := values(s.Select); !slices.Equal(got, []string{"memory", "speed"}) {
		t.Errorf("select %q", got)
	}
	if s.Target.GPU.Value != "A100-80GB" || s.Target.Count != 8 || s.Target.HostMemory != 512e9 {
		t.Errorf("target %+v", s.Target)
	}
	if got := s.Versions["torch"].Value; got != "2.10" {
		t.Errorf("torch %q: a version is not a number", got)
	}
	if len(s.Jobs) != 1 || s.Jobs[0].Run != "accelerate launch train.py" || s.Jobs[0].Target.Count != 2 || s.Jobs[0].Dir != dir {
		t.Errorf("jobs %+v", s.Jobs)
	}
	if s.Baseline.Value != filepath.Join(dir, ".trainlint-baseline.json") {
		t.Errorf("baseline %q", s.Baseline.Value)
	}
	if got, want := s.Severity["retain-graph"].Origin.Relative(dir), "trainlint.yaml:5"; got != want {
		t.Errorf("origin %q, want %q", got, want)
	}
}

func TestPolicyOfAPath(t *testing.T) {
	dir := tree(t, map[string]string{"trainlint.yaml": everything})
	s := settingsFor(t, dir, ".")
	policy := s.For(filepath.Join(dir, "tests/deep/test_a.py"))
	if got := values(policy.Ignore); !slices.Equal(got, []string{"prefetch-factor", "memory"}) || policy.Severity["retain-graph"].Value != "off" {
		t.Errorf("tests: ignore %q severity %v", got, policy.Severity)
	}
	policy = s.For(filepath.Join(dir, "benchmarks/a.py"))
	if got := values(policy.Select); !slices.Equal(got, []string{"speed"}) {
		t.Errorf("benchmarks: select %q", got)
	}
	policy = s.For(filepath.Join(dir, "train.py"))
	if len(policy.Ignore) != 1 || policy.Severity["retain-graph"].Value != "error" {
		t.Errorf("elsewhere: %+v", policy)
	}
}

func TestExcludes(t *testing.T) {
	dir := tree(t, map[string]string{"trainlint.yaml": "exclude: [\"third_party/\", \"*.gen.py\", \"./a/b\", \"/c/**/d.py\", \"e\"]\n"})
	s := settingsFor(t, dir, ".")
	for path, want := range map[string]bool{
		"third_party": true, "x/third_party/y.py": true, "third_party2/x.py": false, "deep/m.gen.py": true, "m.py": false,
		"a/b": true, "a/b/c.py": true, "x/a/b": false, "c/x/y/d.py": true, "c/d.py": true, "x/e/f.py": true, "../third_party": false,
	} {
		if got := s.Excludes(filepath.Join(dir, path)) != nil; got != want {
			t.Errorf("%s: excluded %v, want %v", path, got, want)
		}
	}
}

func TestTheClosestFileWins(t *testing.T) {
	dir := tree(t, map[string]string{
		"trainlint.yaml":     "ignore: [speed]\n",
		"a/pyproject.toml":   "[tool.black]\nline-length = 1 # trainlint\n",
		"b/pyproject.toml":   "[tool.trainlint]\nignore = [\"memory\"]\ntarget.gpu = \"A100-80GB\"\n",
		"c/.trainlint.yaml":  "extend: ../trainlint.yaml\nignore: [memory]\n",
		"d/trainlint.yaml":   "",
		"e/f/trainlint.yaml": "extend: ../../c/.trainlint.yaml\nselect: [speed]\n",
	})
	for sub, want := range map[string][]string{
		"a": {"speed"}, "b/deep": {"memory"}, "c": {"speed", "memory"}, "d": {}, "e": {"speed"}, "e/f": {"speed", "memory"},
	} {
		if got := values(settingsFor(t, dir, sub).Ignore); !slices.Equal(got, want) {
			t.Errorf("%s: ignore %q, want %q", sub, got, want)
		}
	}
	if gpu := settingsFor(t, dir, "b").Target.GPU; gpu.Value != "A100-80GB" || gpu.Origin.Line != 3 {
		t.Errorf("gpu %+v", gpu)
	}
}

// A folder that is known to hold no settings is not looked into, and has those of the folder above.
func TestListedFolders(t *testing.T) {
	dir := tree(t, map[string]string{"trainlint.yaml": "ignore: [speed]\n", "sub/trainlint.yaml": "ignore: [memory]\n", "sub/in/a.py": ""})
	r := &Resolver{Known: known}
	nothing, settings := func(string) bool { return false }, func(name string) bool { return name == "trainlint.yaml" }
	r.Listed(dir, settings)
	r.Listed(filepath.Join(dir, "sub"), settings)
	r.Listed(filepath.Join(dir, "sub", "in"), nothing)
	r.Listed(filepath.Join(dir, "bare"), nothing)
	for sub, want := range map[string]string{"": "speed", "sub": "memory", "sub/in": "memory", "bare": "speed"} {
		held, err := r.For(filepath.Join(dir, filepath.FromSlash(sub)))
		if err != nil || !slices.Equal(values(held.Ignore), []string{want}) {
			t.Errorf("%s: %v, %v", sub, held, err)
		}
	}
	named := &Resolver{Known: known, File: filepath.Join(dir, "sub", "trainlint.yaml")}
	named.Listed(dir, nothing)
	if held, err := named.For(dir); err != nil || !slices.Equal(values(held.Ignore), []string{"memory"}) {
		t.Error("a named file holds everywhere", err)
	}
}

// TestSettingsAboveTheRoots: what the linted folder stands in may have settings that
// stand on others of their own folder.
func TestSettingsAboveTheRoots(t *testing.T) {
	dir := tree(t, map[string]string{
		"trainlint.yaml": "extend: base.yaml\n", "base.yaml": "ignore: [speed]\n", "sub/README.md": "",
		"other/trainlint.yaml": "extend: ../base.yaml\n",
	})
	r := resolver(dir)
	r.Known.Within = files.RootsOf(dir, "sub")
	if held, err := r.For(filepath.Join(dir, "sub")); err != nil || len(held.Ignore) != 1 {
		t.Errorf("%+v, %v", held, err)
	}
	if _, err := r.For(filepath.Join(dir, "other")); !errors.Is(err, files.ErrOutside) {
		t.Errorf("error is %v", err)
	}
}

func TestMistakesAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"selct: [memory]":                                  `trainlint.yaml:1:1: unknown key "selct", did you mean "select"?`,
		"select: [memroy]":                                 `trainlint.yaml:1:10: no rule or group is called "memroy", did you mean "memory"?`,
		"target:\n  gpus: 8":                               `trainlint.yaml:2:3: unknown key "gpus", did you mean "gpu"?`,
		"target: {gpu: H900}":                              `trainlint.yaml:1:15: no such GPU: H900`,
		"target: {count: many}":                            `trainlint.yaml:1:17: expected a number of GPUs, 1 or more`,
		"target: {host_memory: 512}":                       `trainlint.yaml:1:23: expected an amount with its unit, such as 512GB or 480GiB, not "512"`,
		"severity: {retain-graph: fatal}":                  `trainlint.yaml:1:26: the severity of retain-graph is one of error, warning, note, off, not "fatal"`,
		"severity: {retain-grap: error}":                   `no rule is called "retain-grap", did you mean "retain-graph"?`,
		"jobs: [{name: x}]":                                "`run` is missing",
		"paths: [{ignore: memory}]":                        "`match` is missing",
		"exclude: ['a[']":                                  `"a[" is not a pattern for paths`,
		"exclude: ['" + strings.Repeat("{a,a}", 26) + "']": "stands for more than 1000 patterns",
		"exclude: ['" + strings.Repeat("{", 50) + strings.Repeat("}", 50) + "']": "stands for more than 1000 patterns",
		"extend: absent.yaml":    "trainlint.yaml:1:9 extends absent.yaml: no such file or directory",
		"extend: trainlint.yaml": "settings extend each other in a circle",
		"select: {memory: true}": "expected a list here",
		"- memory":               "expected keys and values here",
		"select: [":              "trainlint.yaml:1",
		"zzz: 1":                 `unknown key "zzz": the keys here are baseline, exclude`,
		"ignore: [memory]\nselect: [speed]\nignore: [speed]": `trainlint.yaml:3:1: the key "ignore" is written twice, first on line 1`,
		"severity: {retain-graph: off, retain-graph: error}": `trainlint.yaml:1:31: the key "retain-graph" is written twice, first on line 1`,
		"ignore: [memory]\n---\nignore: [speed]":             "trainlint.yaml: settings are one YAML document",
		"target: &t {count: 8}\nselect: *t":                  "trainlint.yaml:1:9: expected a list here",
		"ignore: [memory]\nslect: 1\ntarget: {x: 1}":         `trainlint.yaml:3:10: unknown key "x"`,
	} {
		dir := tree(t, map[string]string{"trainlint.yaml": text + "\n"})
		_, err := resolver(dir).For(dir)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v\nwant %s", text, err, want)
		}
	}
}

// TestKeysTwiceInTOML: a pyproject.toml is held to the same.
func TestKeysTwiceInTOML(t *testing.T) {
	dir := tree(t, map[string]string{"pyproject.toml": "[tool.trainlint]\nignore = []\nignore = [\"memory\"]\n"})
	if _, err := resolver(dir).For(dir); err == nil || !strings.Contains(err.Error(), `the key "ignore"`) && !strings.Contains(err.Error(), "pyproject.toml:3") {
		t.Errorf("error is %v", err)
	}
}

func TestAliasesInSettings(t *testing.T) {
	dir := tree(t, map[string]string{"trainlint.yaml": "ignore: &i [memory]\npaths: [{match: a.py, ignore: *i}]\n"})
	if s := settingsFor(t, dir, "."); !slices.Equal(values(s.Paths[0].Ignore), []string{"memory"}) {
		t.Errorf("%+v", s.Paths)
	}
}

// TestSchema holds the published schema to the keys that are read.
func TestSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/trainlint.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]json.RawMessage `json:"properties"`
		Closed     json.RawMessage            `json:"additionalProperties"`
	}
	var schema struct {
		object
		Definitions map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		described object
		read      []string
	}{
		"the file": {schema.object, slices.Sorted(maps.Keys(topKeys))},
		"target":   {schema.Definitions["target"], slices.Sorted(maps.Keys(targetKeys))},
		"paths":    {schema.Definitions["path"], slices.Sorted(maps.Keys(pathKeys))},
		"jobs":     {schema.Definitions["job"], slices.Sorted(maps.Keys(jobKeys))},
	} {
		if got := slices.Sorted(maps.Keys(c.described.Properties)); !slices.Equal(got, c.read) {
			t.Errorf("%s: the schema has %q, the reader takes %q", name, got, c.read)
		}
		if string(c.described.Closed) != "false" {
			t.Errorf("%s: the schema takes unknown keys, the reader does not", name)
		}
	}
	if !strings.Contains(string(text), `"enum": ["error", "warning", "note", "off"]`) {
		t.Errorf("the schema does not list the severities %q", Severities)
	}
}

func TestChoices(t *testing.T) {
	for glob, want := range map[string]int{
		"a": 1, "{a,b,c,d,e,f,g,h,i,j,k,l}": 12, "{a,b}{c,d}": 4, "x/{a,{b,c}{d,e},f}/*.{py,ipynb}": 12, `\{a,b}`: 1, "a,b": 1, "{a}": 1,
	} {
		if got := choices(glob); got != want {
			t.Errorf("%s: %d, want %d", glob, got, want)
		}
	}
}
