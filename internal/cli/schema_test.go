package cli

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/lint"
	"github.com/trainlint/trainlint/internal/project"
	"github.com/trainlint/trainlint/rules/all"
)

var update = flag.Bool("update", false, "write the names into the schema")

const schemaPath = "../../docs/trainlint.schema.json"

// TestSchemaListsTheNames: editors complete what trainlint knows. -update writes it.
func TestSchemaListsTheNames(t *testing.T) {
	have, err := os.ReadFile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, rule := range all.Rules() {
		rules = append(rules, rule.Name)
	}
	var cards []string
	for _, gpu := range estimator.GPUs() {
		cards = append(cards, gpu.Key, gpu.Name)
	}
	slices.Sort(rules)
	slices.Sort(cards)
	want := have
	for name, list := range map[string][]string{"ruleName": rules, "groupName": lint.Names(all.Rules())[len(rules):], "gpuName": slices.Compact(cards)} {
		var line bytes.Buffer
		encoder := json.NewEncoder(&line)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(list); err != nil {
			t.Fatal(err)
		}
		text := `"` + name + `": { "enum": ` + strings.ReplaceAll(strings.TrimSpace(line.String()), `","`, `", "`) + ` },`
		want = regexp.MustCompile(`"`+name+`": \{ "enum": .*`).ReplaceAllLiteral(want, []byte(text))
	}
	if *update {
		if err := os.WriteFile(schemaPath, want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(have, want) {
		t.Error("docs/trainlint.schema.json does not list the names as they are: run go test ./internal/cli -update")
	}
}

// TestSchemaAndReaderAgree: what the schema refuses the reader refuses, and what it takes is taken.
func TestSchemaAndReaderAgree(t *testing.T) {
	compiler := jsonschema.NewCompiler()
	schema, err := compiler.Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```yaml\nextend: ../trainlint.yaml")
	_, example, _ = strings.Cut(example, "\n")
	example, _, _ = strings.Cut(example, "```")
	for text, good := range map[string]bool{
		example:                                   true,
		"":                                        true,
		"select: memory":                          true,
		"select: []":                              true,
		"ignore: [retain-graph, speed]":           true,
		"unfixable: [retain-graph, speed]":        true,
		"fixable: compat":                         true,
		"target: {gpu: rtx4090, count: 2}":        true,
		"target: {gpu: GeForce RTX 4090}":         true,
		"target: {gpu: a100-80gb}":                true,
		"versions: {torch: 2.4}":                  true,
		"versions: {torch: '>=2.4,<3'}":           true,
		"ignore: [retain-grap]":                   false,
		"ignore: [memry]":                         false,
		"fixable: [retain-grap]":                  false,
		"severity: {memory: error}":               false, // a group
		"severity: {retain-graph: fatal}":         false,
		"target: {gpu: toaster}":                  false,
		"target: {count: 0}":                      false,
		"target: {host_memory: lots}":             false,
		"versions: {torch: newest}":               false,
		"paths: [{ignore: [speed]}]":              false,
		"jobs: [{name: a}]":                       false,
		"igrone: [memory]":                        false,
		"paths: [{match: a.py, select: [memry]}]": false,
	} {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		bySchema := schema.Validate(plain(t, value))
		if (bySchema == nil) != good {
			t.Errorf("the schema says %v of\n%s", bySchema, text)
		}
		if byReader := readSettings(t, text); (byReader == nil) != good {
			t.Errorf("the reader says %v of\n%s", byReader, text)
		}
	}
	// These no schema can say.
	for text, want := range map[string]string{
		"versions: {torch: '>=3,<2'}":                      `trainlint.yaml:1:19: torch: no version is in ">=3,<2"`,
		"versions: {torch: 2.x}":                           `torch: "2.x" is no version and no range of versions`,
		"severity:\n  pin-memory: off\n  pin-memory: note": `trainlint.yaml:3:3: the key "pin-memory" is written twice, first on line 2`,
	} {
		if err := readSettings(t, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func readSettings(t *testing.T, text string) error {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, startFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	env := &Environment{Dir: dir, Rules: all.Rules()}
	_, err := project.NewResolver(env.project(""), nil).For(dir)
	return err
}

// plain is a value as JSON would have it.
func plain(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	back, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return back
}
