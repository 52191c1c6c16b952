package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/trainlint/trainlint/analyzers/source"
)

// oracle reads a text with yaml.v3, which shares no line with this package. It
// fails where yaml.v3 refuses the text.
func oracle(text string) (roots []*yaml.Node, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("yaml.v3 panics: %v", fault)
		}
	}()
	decoder := yaml.NewDecoder(strings.NewReader(text))
	for {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return roots, nil
		case err != nil:
			return nil, err
		}
		roots = append(roots, document.Content[0])
	}
}

// {a:} is a key without a value to PyYAML, and the text "a:" to yaml.v3.
var colonBeforeBracket = regexp.MustCompile(`:[,\[\]{}]`)

// compareWithOracle reads a text with both readers. They may disagree on what is
// YAML; where both take the text they must see the same values.
func compareWithOracle(text string) error {
	d := ParseAs(source.New("x.yaml", []byte(text)), YAML)
	if d.Broken() || d.Templated {
		return nil
	}
	roots, err := oracle(text)
	if err != nil || colonBeforeBracket.MatchString(text) {
		return nil
	}
	if len(roots) != len(d.Roots) {
		return fmt.Errorf("%d documents, yaml.v3 reads %d", len(d.Roots), len(roots))
	}
	for i, root := range d.Roots {
		if err := sameTree(root, roots[i], fmt.Sprint(i, ":")); err != nil {
			return err
		}
	}
	return nil
}

func sameTree(n *Node, o *yaml.Node, path string) error {
	if kinds := map[Kind]yaml.Kind{Scalar: yaml.ScalarNode, Mapping: yaml.MappingNode, Sequence: yaml.SequenceNode, Alias: yaml.AliasNode}; kinds[n.Kind] != o.Kind {
		return fmt.Errorf("%s is kind %d, yaml.v3 reads kind %d", path, n.Kind, o.Kind)
	}
	if n.Anchor != o.Anchor {
		return fmt.Errorf("%s has the anchor %q, yaml.v3 reads %q", path, n.Anchor, o.Anchor)
	}
	switch n.Kind {
	case Mapping:
		if 2*len(n.Entries) != len(o.Content) {
			return fmt.Errorf("%s has %d keys, yaml.v3 reads %d", path, len(n.Entries), len(o.Content)/2)
		}
		for i, e := range n.Entries {
			if err := sameTree(e.KeyNode, o.Content[2*i], path+" key"); err != nil {
				return err
			}
			if err := sameTree(e.Value, o.Content[2*i+1], joinKey(path, e.Key)); err != nil {
				return err
			}
		}
	case Sequence:
		if len(n.Items) != len(o.Content) {
			return fmt.Errorf("%s has %d items, yaml.v3 reads %d", path, len(n.Items), len(o.Content))
		}
		for i, item := range n.Items {
			if err := sameTree(item, o.Content[i], joinIndex(path, i)); err != nil {
				return err
			}
		}
	default:
		return sameContent(n, o, path)
	}
	return nil
}

// sameContent compares a scalar's text, whether it was written bare, and its type.
func sameContent(n *Node, o *yaml.Node, path string) error {
	if n.Text != o.Value {
		return fmt.Errorf("%s is %q, yaml.v3 reads %q", path, n.Text, o.Value)
	}
	bare := o.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	if bare != (n.Style == Plain || n.Style == Empty) {
		return fmt.Errorf("%s has style %d, yaml.v3 reads style %d", path, n.Style, o.Style)
	}
	if n.Tag == "!" { // yaml.v3 forgets it
		return nil
	}
	if (n.Tag != "") != (o.Style&yaml.TaggedStyle != 0) {
		return fmt.Errorf("%s has the tag %q, yaml.v3 reads %q", path, n.Tag, o.Tag)
	}
	if n.Kind == Alias || n.Tag != "" || isJustified(n.Text) {
		return nil
	}
	if got := PyYAML.Value(n).Kind; got != kindOfTag[o.ShortTag()] && o.ShortTag() != "!!merge" && got != Unknown {
		return fmt.Errorf("%s: %q has the type %d, yaml.v3 reads %s", path, n.Text, got, o.ShortTag())
	}
	return nil
}

// justified are the bare words that PyYAML, a reader of YAML 1.1, and yaml.v3, one of
// YAML 1.2 with some of 1.1, give different types. Ours follows PyYAML.
var justified = []struct {
	words   *regexp.Regexp
	example string
	ours    ValueKind
	theirs  string
}{
	{regexp.MustCompile(`^(?i:yes|no|on|off)$`), "no", Bool, "!!str"},
	// To PyYAML a float has a dot, and a sign in its exponent.
	{regexp.MustCompile(`^[-+]?[0-9.][0-9_.]*[eE][-+]?[0-9_]+$`), "1e-4", String, "!!float"},
	{regexp.MustCompile(`^[-+]\.[0-9_.]+`), "-.5", String, "!!float"},
	{regexp.MustCompile(`:[0-5]?[0-9]`), "1:20", Int, "!!str"}, // base 60
	// 010 is eight to both, but 08 is text to PyYAML; so are the 0o10 of YAML 1.2 and 0X10.
	{regexp.MustCompile(`^[-+]?0[0-9_]*[89_][0-9_]*$`), "08", String, "!!float"},
	{regexp.MustCompile(`^[-+]?0_*[xobXOB]`), "0o10", String, "!!int"},
	{regexp.MustCompile(`^[-+]?[._]+[0-9_.]*$`), "-_1", String, "!!int"},
	{regexp.MustCompile(`^[-+]?[0-9]{19,}$`), "99999999999999999999", Int, "!!float"},
	{regexp.MustCompile(`^[0-9]{4}-`), "2020-1-1", String, "!!timestamp"},
}

func isJustified(text string) bool {
	for _, one := range justified {
		if one.words.MatchString(text) {
			return true
		}
	}
	return false
}

var kindOfTag = map[string]ValueKind{"!!null": Null, "!!bool": Bool, "!!int": Int, "!!float": Float, "!!str": String, "!!timestamp": Date}

// typesOf are the types that a bare word gets.
func typesOf(text string) (ours ValueKind, theirs string) {
	return PyYAML.bareKind(text), (&yaml.Node{Kind: yaml.ScalarNode, Value: text}).ShortTag()
}

// TestTypesUnlikeYAMLv3: every difference on the list is one, and short words have no
// other.
func TestTypesUnlikeYAMLv3(t *testing.T) {
	for _, one := range justified {
		if ours, theirs := typesOf(one.example); ours != one.ours || theirs != one.theirs || !one.words.MatchString(one.example) {
			t.Errorf("%s: ours is %d, theirs %s", one.example, ours, theirs)
		}
	}
	var extend func(word string)
	extend = func(word string) {
		if ours, theirs := typesOf(word); ours != kindOfTag[theirs] && !isJustified(word) {
			t.Errorf("%s: ours is %d, theirs %s", word, ours, theirs)
		}
		if len(word) == 4 {
			return
		}
		for _, c := range "018+-._:eExXob" {
			extend(word + string(c))
		}
	}
	extend("")
}

// FuzzYAML: yaml.v3 and our reader see the same values in what both take.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"a: 1 # c\nb:\n  - c: [1, {d: e}]\n    f: |+\n      x\n\n  - g\n", "a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n? q\n: r\n",
		"--- !t &a\nx: \"a\\\n  b\"\n---\ny: two\n  lines\n", "a:\r\n- b: >-\r\n    t\r\n  c:\r\nd: ''", "- - a: 1\n    b: 2\n  - c\n",
		"a: 'it''s\n\n  x'\nb: \"x\\ty\\u00e9\"\n", "{a: 1,\n b: [c: d, ? e]}\n", "a: >\n  x\n    y\n\n  z\n\nb: |2-\n   x\n", "%YAML 1.1\n---\na: yes\n...\n",
		"a: no\nb: 1e-4\nc: 010\nd: 1:20\ne: .5\nf: ~\ng: 2020-01-01\n", "? - a\n  - b\n: c\n\"k\": !!str 1\n", "a: http://x:80/y#z\nb: a#c\n'c d' : [a, 'b', \"c\"]\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := compareWithOracle(text); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}

// TestRealYAMLFiles holds our reader against yaml.v3 on every YAML file below the
// folder TRAINLINT_CORPUS.
func TestRealYAMLFiles(t *testing.T) {
	corpus := os.Getenv("TRAINLINT_CORPUS")
	if corpus == "" {
		t.Skip("TRAINLINT_CORPUS names no folder")
	}
	read, refused := 0, 0
	err := filepath.WalkDir(corpus, func(path string, entry fs.DirEntry, err error) error {
		if format, known := FormatOf(path); err != nil || !known || format != YAML || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		read++
		if err := compareWithOracle(string(text)); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		d := Parse(source.New(path, text))
		if _, err := oracle(string(text)); err != nil && !d.Broken() && !d.Templated {
			refused++
			t.Logf("%s: only yaml.v3 refuses it: %v", path, err)
		} else if err == nil && d.Broken() {
			t.Logf("%s: only yaml.v3 reads it: %v", path, d.Problems[0].Message)
		}
		return nil
	})
	if err != nil || read == 0 {
		t.Errorf("%d files read, %v", read, err)
	}
	t.Logf("%d files, %d that only yaml.v3 refuses", read, refused)
}
