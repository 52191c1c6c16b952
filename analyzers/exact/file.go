package exact

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"
	"unicode/utf8"
)

// Texts is what a Project may offer besides: the files of the project that a program opens to read.
type Texts interface {
	// Text is the content of the project's file at a path from its root; nil where there is none, or none that may be
	// read.
	Text(path string) []byte
}

// maxFile bounds the text of a file that a program reads: Shakespeare's plays, which many a small language model
// learns, have 1.1 MB.
const maxFile = 2 << 20

// textClass is a text file that is open for reading, at its start.
var textClass = NewClass("TextIOWrapper")

func init() { enterText(textClass) }

// opened is open(): it gives the text files of the project; what is elsewhere, or written, is not known.
func opened(m *Machine, a Args) Value {
	texts, ok := m.Project.(Texts)
	file := a.Get(0, "file")
	if o, isObject := file.(*Instance); isObject {
		if path := m.lookup(o.Class, "__fspath__"); path != nil {
			file = m.Call(path, Positional(o))
		}
	}
	name, isText := file.(string)
	mode, plain := a.Or(1, "mode", "r").(string)
	if !ok || !isText || !plain || strings.Trim(mode, "rt") != "" || path.IsAbs(name) {
		return m.Unknown("a file's contents")
	}
	text := texts.Text(path.Clean(name))
	if text == nil || len(text) > maxFile || !utf8.Valid(text) {
		return m.Unknown("a file's contents")
	}
	m.grows(len(text))
	o := &Instance{Class: textClass}
	o.Attrs.Set("name", name)
	o.Attrs.Set("_text", string(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	return o
}

func enterText(c *Class) {
	// rest takes what is still unread.
	rest := func(a Args) string {
		o := a.Pos[0].(*Instance)
		text, _ := o.Attrs.Get("_text").(string)
		o.Attrs.Set("_text", "")
		return text
	}
	lines := func(m *Machine, a Args) []Value {
		var list []Value
		for line := range strings.Lines(rest(a)) {
			list = append(list, line)
		}
		m.Spend(len(list))
		m.grows(entryRoom * len(list))
		return list
	}
	c.Method("read", func(m *Machine, a Args) Value {
		if len(a.Pos) > 1 {
			return m.Unknown("a part of a file")
		}
		return rest(a)
	})
	c.Method("readline", func(_ *Machine, a Args) Value {
		text := rest(a)
		line, behind, found := strings.Cut(text, "\n")
		if found {
			line += "\n"
		}
		a.Pos[0].(*Instance).Attrs.Set("_text", behind)
		return line
	})
	c.Method("readlines", func(m *Machine, a Args) Value { return &List{Items: lines(m, a)} })
	c.Method("__iter__", func(m *Machine, a Args) Value { return Walk(lines(m, a)) })
	c.Method("__enter__", func(_ *Machine, a Args) Value { return a.Pos[0] })
	for _, name := range []string{"__exit__", "close"} {
		c.Method(name, func(*Machine, Args) Value { return None })
	}
}

// Documents is what a Project may offer besides: what a loader of another format makes of a text, as JSON.
type Documents interface {
	// JSON is a text in YAML, TOML or what people add to JSON (json5), as PyYAML, toml or json5 read it, in JSON; nil
	// where JSON has no words for it, or where the text does not read.
	JSON(format, text string) []byte
}

// loadsAs is yaml.safe_load and its like: of a text, or of an open file.
func loadsAs(format string) func(m *Machine, a Args) Value {
	return func(m *Machine, a Args) Value {
		documents, ok := m.Project.(Documents)
		if !ok || len(a.Pos) == 0 {
			return m.Unknown("%s", format)
		}
		if u := unknownOf(a.Pos[0]); u != nil {
			return u
		}
		text, ok := a.Pos[0].(string)
		if o, isFile := a.Pos[0].(*Instance); isFile && o.Class == textClass {
			text, ok = m.CallMethod(o, "read").(string)
		}
		if !ok {
			return m.Unknown("%s", format)
		}
		m.Spend(len(text) / 4)
		translated := documents.JSON(format, text)
		if translated == nil {
			return m.Unknown("%s that does not read", format)
		}
		return loads(m, Args{Pos: []Value{string(translated)}})
	}
}

// documentsOf is yaml.load_all: a file may hold several documents, with a line of dashes between them.
func documentsOf(m *Machine, a Args) Value {
	text := a.Get(0, "stream")
	if o, isFile := text.(*Instance); isFile && o.Class == textClass {
		text = m.CallMethod(o, "read")
	}
	whole, ok := text.(string)
	if !ok {
		if u := unknownOf(text); u != nil {
			return u
		}
		return m.Unknown("the documents of yaml")
	}
	m.looksAt(len(whole))
	var list []Value
	var one strings.Builder
	add := func() *Unknown {
		if body := one.String(); strings.TrimSpace(body) != "" {
			list = append(list, loadsAs("yaml")(m, Args{Pos: []Value{body}}))
		}
		one.Reset()
		return unknownOf(list...)
	}
	for line := range strings.Lines(whole) {
		if strings.TrimRight(line, " \t\n") != "---" {
			one.WriteString(line)
		} else if u := add(); u != nil {
			return u
		}
	}
	if u := add(); u != nil {
		return u
	}
	return Walk(list)
}

// loads is json.loads; json.load reads an open file.
func loads(m *Machine, a Args) Value {
	if u := unknownOf(a.Pos[0]); u != nil {
		return u
	}
	text, ok := a.Pos[0].(string)
	if o, isFile := a.Pos[0].(*Instance); isFile && o.Class == textClass {
		text, ok = m.CallMethod(o, "read").(string)
	}
	hook := a.Named("object_pairs_hook")
	if hook == nil {
		hook = a.Named("object_hook")
	}
	if !ok || len(a.Kw) > 1 || len(a.Kw) == 1 && hook == nil ||
		hook != nil && hook != Value(dictClass) && hook != Value(orderedDictClass) {
		return m.Unknown("json")
	}
	m.Spend(len(text) / 16)
	m.grows(entryRoom * len(text) / 8)
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := jsonValue(d)
	if _, end := d.Token(); err != nil || !errors.Is(end, io.EOF) {
		return m.Unknown("json that does not read")
	}
	return v
}

func jsonValue(d *json.Decoder) (Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case nil:
		return None, nil
	case json.Number:
		if n, err := token.Int64(); err == nil {
			return n, nil
		}
		if !strings.ContainsAny(token.String(), ".eE") {
			return nil, errors.New("an integer that is too large")
		}
		return token.Float64()
	case json.Delim:
		return jsonContainer(d, token)
	}
	return token, nil // a text or a truth
}

func jsonContainer(d *json.Decoder, open json.Delim) (Value, error) {
	list, dict := &List{}, NewDict()
	for d.More() {
		name := Value(nil)
		if open == '{' {
			token, err := d.Token()
			if err != nil {
				return nil, err
			}
			name = token
		}
		v, err := jsonValue(d)
		if err != nil {
			return nil, err
		}
		if open == '{' {
			dict.Set(name, v)
		} else {
			list.Items = append(list.Items, v)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if open == '{' {
		return dict, nil
	}
	return list, nil
}
