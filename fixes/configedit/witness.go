package configedit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
)

// An edit of a YAML file is planned with trainlint's own reader, which would not see
// its own misreading. Two readers that share no line with it are asked as well:
// yaml.v3 says which values changed, tree-sitter's grammar whether the text still
// parses.

// maxDocuments bounds the documents of a file that is edited: tree-sitter takes a time that grows with their square.
const maxDocuments = 256

var (
	errManyDocuments = fmt.Errorf(
		"the file holds more than %d documents, which the second readers are too slow for",
		maxDocuments,
	)
	errUnwitnessed = errors.New("neither yaml.v3 nor tree-sitter can read the file: nobody would notice a wrong edit")
	// and cannot say where: its ERROR starts far above
	errUnparsed = errors.New("tree-sitter's grammar no longer reads the file")
)

// witnesses are what the two readers see in one text.
type witnesses struct {
	values    map[string]*sighting // by place; nil when yaml.v3 refuses the text
	valuesErr error
	faults    []fault // where the grammar cannot read the text
	faultsErr error   // the grammar gave up
}

// sighting is what yaml.v3 sees at one place. A key that is written twice has two
// values there: yaml.v3 refuses that only when it fills a map.
type sighting struct {
	at     place
	values []string
}

func witnessesOf(text []byte) *witnesses {
	w := &witnesses{}
	w.values, w.valuesErr = valuesOf(text)
	w.faults, w.faultsErr = faultsOf(text)
	return w
}

// blind reports whether neither reader can tell a wrong edit from a right one.
func (w *witnesses) blind() bool {
	return w.valuesErr != nil && (w.faultsErr != nil || len(w.faults) > 0)
}

// valuesOf lists everything that stands in a YAML text. Nodes, and not Go values, are
// compared: they show tags, anchors, aliases, merge keys and duplicate keys.
func valuesOf(text []byte) (values map[string]*sighting, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("yaml.v3 panics: %v", reason)
		}
	}()
	values = map[string]*sighting{}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for i := 0; ; i++ {
		var document yaml.Node
		switch err := decoder.Decode(&document); {
		case errors.Is(err, io.EOF):
			return values, nil
		case err != nil:
			return nil, err
		}
		at := place{}
		if i > 0 {
			at.document = strconv.Itoa(i)
		}
		collect(values, at, "", document.Content[0])
	}
}

// collect notes a value and all below it; key describes the key it belongs to.
func collect(values map[string]*sighting, at place, key string, n *yaml.Node) {
	id := at.document + ":" + strings.Join(at.keys, "\x00")
	if values[id] == nil {
		values[id] = &sighting{at: at}
	}
	values[id].values = append(values[id].values, key+describe(n))
	below := func(key string) place { return place{at.document, append(slices.Clip(at.keys), key)} }
	switch n.Kind {
	case yaml.SequenceNode:
		for i, item := range n.Content {
			collect(values, below(strconv.Itoa(i)), "", item)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			collect(values, below(keyOf(n.Content[i])), describe(n.Content[i])+": ", n.Content[i+1])
		}
	}
}

// keyOf names a key as config.Entry.Key does.
func keyOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value
	case yaml.AliasNode:
		return "*" + n.Value
	}
	var parts []string
	for _, one := range n.Content {
		parts = append(parts, keyOf(one))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

const nothing = "!!null"

// describe is all that a loader may see of a node itself. Whether a scalar stands bare
// counts: loaders guess the type of those only, and not all alike.
func describe(n *yaml.Node) string {
	text := n.Tag
	if n.Anchor != "" {
		text += " &" + n.Anchor
	}
	switch n.Kind {
	case yaml.AliasNode:
		return text + "*" + n.Value
	case yaml.ScalarNode:
		if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			return text + " " + strconv.Quote(n.Value)
		}
		return strings.TrimSpace(text + " " + n.Value)
	}
	return text
}

// disagree says what the witnesses see in the patched text that the fix does not mean
// to change, nil when they have nothing to say against it.
func (w *witnesses) disagree(p fixes.Patch, declared []place) error {
	after := witnessesOf(p.After.Text)
	if w.valuesErr == nil {
		if after.valuesErr != nil {
			return fmt.Errorf("a second reader no longer takes the file: %w", after.valuesErr)
		}
		if at, differ := difference(w.values, after.values, declared); differ {
			return fmt.Errorf("a second reader sees another value at %s, which the fix does not mean to change", at)
		}
	}
	if w.valuesErr == nil && len(w.faults) > 0 {
		return nil // where the grammar finds faults in a text that it cannot read, any edit moves: yaml.v3 can read it
	}
	if w.faultsErr == nil && after.faultsErr == nil {
		for _, f := range after.faults {
			if !slices.ContainsFunc(w.faults, func(before fault) bool { return before.moved(p.Edits) == f }) {
				return errUnparsed
			}
		}
	}
	return nil
}

// difference is the first place outside the declared ones at which two readings of
// yaml.v3 differ.
func difference(before, after map[string]*sighting, declared []place) (at string, differ bool) {
	all := maps.Clone(after)
	maps.Copy(all, before)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		at := all[id].at
		was, is := before[id].seen(), after[id].seen()
		if slices.Equal(was, is) ||
			slices.ContainsFunc(declared, func(d place) bool { return d.holds(at) || d.fills(at, was, is) }) {
			continue
		}
		return at.String(), true
	}
	return "", false
}

func (s *sighting) seen() []string {
	if s == nil {
		return nil
	}
	return s.values
}

// fills reports whether the value at q became a mapping, from nothing, because the
// declared place lies in it: `a:` that gets a key below.
func (d place) fills(q place, was, is []string) bool {
	return len(d.keys) > len(q.keys) && q.holds(d) && len(was) == 1 && len(is) == 1 &&
		strings.HasSuffix(was[0], nothing) && is[0] == strings.TrimSuffix(was[0], nothing)+"!!map"
}

// String names the place as messages do.
func (d place) String() string {
	path := strings.Join(d.keys, ".")
	if d.document != "" {
		return d.document + ":" + path
	}
	return path
}

// fault is a piece of text that the grammar cannot read. It starts wherever the grammar
// had last been sure, often at the head of the file.
type fault struct {
	span    source.Span
	missing bool // nothing stands there, where something should
}

// moved is where the fault lies after edits elsewhere in the text.
func (f fault) moved(edits []fixes.Edit) fault {
	start, end := f.span.Start, f.span.End
	for _, e := range edits {
		grown := len(e.New) - e.Span.Len()
		if e.Span.End <= f.span.Start {
			start += grown
		}
		if e.Span.End <= f.span.End {
			end += grown
		}
	}
	return fault{source.Span{Start: start, End: end}, f.missing}
}
