package settings

import (
	"bytes"
	"errors"
	"io"

	"gopkg.in/yaml.v3"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/analyzers/source"
)

// node is one value of a settings file, read by yaml.v3 from YAML, and by our own
// reader from TOML.
type node struct {
	kind    kind
	text    string // of a scalar
	null    bool
	at      place
	entries []entry
	items   []*node
}

type kind int

const (
	scalar kind = iota
	mapping
	sequence
)

type entry struct {
	key   string
	at    place // of the key
	value *node
}

// place counts from 1, columns in characters.
type place struct{ line, column int }

// find is the value of a key; nil when there is none.
func (n *node) find(keys ...string) *node {
	for _, key := range keys {
		if n == nil {
			return nil
		}
		var value *node
		for _, e := range n.entries {
			if e.key == key {
				value = e.value
			}
		}
		n = value
	}
	return n
}

var errDocuments = errors.New("settings are one YAML document, here is another after '---'")

// readYAML reads a text that config.Parse found whole; nil when it holds nothing.
func readYAML(text []byte) (*node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document yaml.Node
	switch err := decoder.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.Join(errDocuments, err)
	}
	return fromYAML(document.Content[0]), nil
}

func fromYAML(y *yaml.Node) *node {
	if y.Kind == yaml.AliasNode { // none leads to itself: config.Parse has looked
		return fromYAML(y.Alias)
	}
	n := &node{text: y.Value, null: y.ShortTag() == "!!null", at: place{y.Line, y.Column}}
	switch y.Kind {
	case yaml.SequenceNode:
		n.kind = sequence
		for _, item := range y.Content {
			n.items = append(n.items, fromYAML(item))
		}
	case yaml.MappingNode:
		n.kind = mapping
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := y.Content[i]
			n.entries = append(n.entries, entry{key.Value, place{key.Line, key.Column}, fromYAML(y.Content[i+1])})
		}
	}
	return n
}

// fromTOML takes over what our own reader made of a pyproject.toml.
func fromTOML(f *source.File, c *config.Node) *node {
	if c == nil {
		return nil
	}
	n := &node{text: c.Text, at: placeOf(f, c.Span)}
	switch c.Kind {
	case config.Sequence:
		n.kind = sequence
		for _, item := range c.Items {
			n.items = append(n.items, fromTOML(f, item))
		}
	case config.Mapping:
		n.kind = mapping
		for _, e := range c.Entries {
			n.entries = append(n.entries, entry{e.Key, placeOf(f, e.KeySpan), fromTOML(f, e.Value)})
		}
	}
	return n
}

func placeOf(f *source.File, at source.Span) place {
	position := f.Position(at.Start)
	return place{position.Line, position.Column}
}
