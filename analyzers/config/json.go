package config

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
	"github.com/trainlint/trainlint/analyzers/source"
)

// jsonReader reads JSON and what hjson, jsonc and json5 add to it. Additions are
// Relaxed problems: whether they matter depends on who loads the file (DeepSpeed
// loads with hjson, transformers the same file with json).
type jsonReader struct{ reader }

func readJSON(d *Document) {
	j := &jsonReader{reader{doc: d, src: d.text}}
	if strings.HasPrefix(j.src, "\ufeff") {
		j.pos = 3
	}
	j.skip()
	if j.eof() {
		return
	}
	start := j.pos
	root := j.value()
	d.Roots = append(d.Roots, root)
	j.skip()
	if j.eof() {
		return
	}
	if isStream(j.src[j.pos:]) || isYAML(d.File, j.src[start:]) {
		d.Roots = nil
		return
	}
	j.fail(j.pos, j.lineEnd(j.pos), "more text after the end of the JSON value")
}

// isYAML reports whether a text reads as YAML and begins with no value of JSON: `S001: 2.5`, which a script wrote with
// yaml.dump and named .json.
func isYAML(f *source.File, text string) bool {
	if text == "" || strings.ContainsRune("{[\"", rune(text[0])) {
		return false
	}
	other := ParseAs(f, YAML)
	return len(other.Problems) == 0 && len(other.Roots) == 1 &&
		(other.Roots[0].Kind == Mapping || other.Roots[0].Kind == Sequence)
}

// isStream reports whether a text is one JSON object or array after the other:
// records of a data set, or a log, often named .json, and no configuration.
func isStream(text string) bool {
	decoder := json.NewDecoder(strings.NewReader(text))
	for {
		var value json.RawMessage
		switch err := decoder.Decode(&value); {
		case errors.Is(err, io.EOF):
			return true
		case err != nil || value[0] != '{' && value[0] != '[':
			return false
		}
	}
}

func (j *jsonReader) relaxed(start, end int, message string) {
	j.doc.problem(Relaxed, source.Span{Start: start, End: end}, "%s", message)
}

// skip moves over white space and comments.
func (j *jsonReader) skip() {
	for j.pos < len(j.src) {
		switch c := j.src[j.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			j.pos++
		case c == '#' || strings.HasPrefix(j.src[j.pos:], "//"):
			end := j.lineEnd(j.pos)
			j.relaxed(j.pos, end, "a comment is not JSON")
			j.pos = end
		case strings.HasPrefix(j.src[j.pos:], "/*"):
			j.blockComment()
		default:
			return
		}
	}
}

func (j *jsonReader) blockComment() {
	end := strings.Index(j.src[j.pos+2:], "*/")
	if end < 0 {
		j.unclosedAt(j.pos, "this comment")
		j.pos = len(j.src)
		return
	}
	j.relaxed(j.pos, j.pos+end+4, "a comment is not JSON")
	j.pos += end + 4
}

func (j *jsonReader) value() *Node {
	switch c := j.peek(); {
	case c == '{' && j.at(j.pos+1) == '{', c == '{' && j.at(j.pos+1) == '%':
		return j.bare()
	case c == '{':
		if n := j.field(); n != nil {
			return n
		}
		return j.collection(Mapping, '}', j.member)
	case c == '[':
		return j.collection(Sequence, ']', j.item)
	case c == '"' || c == '\'':
		return j.text()
	}
	return j.bare()
}

// collection reads {…} or […] with the given reader for one member.
func (j *jsonReader) collection(kind Kind, closing byte, member func(*Node)) *Node {
	n := j.node(kind, Flow, j.pos, j.pos)
	if !j.enter() {
		return n
	}
	defer j.leave()
	start := j.pos
	j.pos++
	comma := -1 // offset of the comma just passed
	for j.skip(); !j.eof(); j.skip() {
		switch c := j.peek(); {
		case c == '}' || c == ']':
			if c != closing {
				j.fail(j.pos, j.pos+1, "'%c' closes a bracket that was opened with another one", c)
			}
			if comma >= 0 {
				j.relaxed(comma, comma+1, "a comma after the last value is not JSON")
			}
			j.pos++
			n.Span.End = j.pos
			return n
		case c == ',':
			if comma >= 0 || len(n.Entries)+len(n.Items) == 0 {
				j.fail(j.pos, j.pos+1, "a comma without a value before it")
			}
			comma = j.pos
			j.pos++
			continue
		}
		if comma < 0 && len(n.Entries)+len(n.Items) > 0 {
			j.fail(j.pos, j.pos+1, "a comma is missing before this value")
		}
		comma = -1
		before := j.pos
		member(n)
		if j.pos == before {
			j.pos++
		}
	}
	n.Span.End = j.pos
	if !j.stopped {
		j.fail(start, start+1, "this '%c' is never closed", j.src[start])
		j.stopped = true // nothing is left to read, and the outer ones need no report
	}
	return n
}

func (j *jsonReader) item(n *Node) { n.add(j.value()) }

func (j *jsonReader) member(n *Node) {
	start := j.pos
	key := j.key()
	j.skip()
	if j.peek() != ':' || key.Span.Len() == 0 {
		j.fail(start, max(start+1, key.Span.End), "expected \"key\": value here")
		n.put(key, j.empty(key.Span.End))
		return
	}
	j.pos++
	j.skip()
	if c := j.peek(); c == ',' || c == '}' || j.eof() {
		j.fail(j.pos, j.pos, "a value is missing after ':'")
		n.put(key, j.empty(j.pos))
		return
	}
	n.put(key, j.value())
}

func (j *jsonReader) key() *Node {
	if c := j.peek(); c == '"' || c == '\'' {
		return j.text()
	}
	start := j.pos
	for !j.blankAt(j.pos) && !strings.ContainsRune(":,{}[]\"", rune(j.peek())) {
		j.pos++
	}
	if j.pos > start {
		j.relaxed(start, j.pos, "a key without quotes is not JSON")
	}
	return j.scalar(Plain, start, j.pos)
}

func (j *jsonReader) text() *Node {
	start, quote := j.pos, j.peek()
	end := j.closing(start)
	if end < 0 {
		j.unclosedAt(start, "this quote")
		j.pos = j.lineEnd(start)
		return j.scalar(Opaque, start, j.pos)
	}
	style := DoubleQuoted
	if quote == '\'' {
		style = SingleQuoted
		j.relaxed(start, end, "single quotes are not JSON")
	}
	n := j.node(Scalar, style, start, end)
	n.Text = j.unescape(j.src[start+1:end-1], start+1)
	j.pos = end
	return n
}

// closing is the offset after the string at start; JSON strings end on their line.
func (j *jsonReader) closing(start int) int {
	for i := start + 1; i < len(j.src) && j.src[i] != '\n'; i++ {
		switch j.src[i] {
		case '\\':
			i++
		case j.src[start]:
			return i + 1
		}
	}
	return -1
}

func (j *jsonReader) unescape(text string, offset int) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			i++
			continue
		}
		decoded, size := source.JSONEscape(text[i:])
		switch {
		case size > 0:
		case text[i+1] == '\'': // hjson's and json5's
			j.relaxed(offset+i, offset+i+2, `\' is no escape of JSON`)
			decoded, size = "'", 2
		default:
			j.fail(offset+i, offset+i+2, `unknown escape %s`, text[i:i+2])
			decoded, size = `\`, 1
		}
		b.WriteString(decoded)
		i += size
	}
	return b.String()
}

// bare reads numbers, true, false, null, and the bare words that hjson reads as
// strings and templates leave behind.
func (j *jsonReader) bare() *Node {
	start := j.pos
	if template := strings.HasPrefix(j.src[start:], "{{") || strings.HasPrefix(j.src[start:], "{%"); template {
		return j.template()
	}
	for !j.blankAt(j.pos) && !strings.ContainsRune(",]}", rune(j.peek())) {
		if strings.HasPrefix(j.src[j.pos:], "${") {
			if end := strings.IndexByte(j.src[j.pos:j.lineEnd(j.pos)], '}'); end >= 0 {
				j.pos += end
			}
		}
		j.pos++
	}
	n := j.scalar(Plain, start, j.pos)
	switch {
	case jsonWord(n.Text):
	case strings.ContainsAny(n.Text, "$<"):
		n.Style = Opaque
		j.doc.problem(Template, n.Span, "%s is a placeholder that another program fills in", n.Text)
	default:
		j.relaxed(start, j.pos, n.Text+" is no JSON value; hjson reads it as text")
		j.doc.bare = true
	}
	return n
}

func (j *jsonReader) template() *Node {
	start := j.pos
	end := strings.Index(j.src[start:j.lineEnd(start)], "}}")
	if end < 0 {
		j.pos = j.lineEnd(start)
	} else {
		j.pos = start + end + 2
	}
	j.doc.problem(
		Template,
		source.Span{Start: start, End: j.pos},
		"a template expression: another program fills this file in",
	)
	return j.scalar(Opaque, start, j.pos)
}

// aField is a name in braces: what str.format or str.replace fills in.
var aField = pattern.New(`^\{[A-Za-z_]\w*\}`)

// field reads one; nil where none is.
func (j *jsonReader) field() *Node {
	found := aField.Regexp().FindString(j.src[j.pos:j.lineEnd(j.pos)])
	if found == "" {
		return nil
	}
	start := j.pos
	j.pos += len(found)
	j.doc.problem(
		Template,
		source.Span{Start: start, End: j.pos},
		"%s is a placeholder that another program fills in",
		found,
	)
	return j.scalar(Opaque, start, j.pos)
}

// jsonWord reports whether Python's json module takes the bare text: it knows
// NaN and Infinity too.
func jsonWord(text string) bool {
	switch text {
	case "true", "false", "null", "NaN", "Infinity", "-Infinity":
		return true
	}
	c := strings.TrimPrefix(text, "-")
	if c == "" || c[0] < '0' || c[0] > '9' || len(c) > 1 && c[0] == '0' && c[1] >= '0' && c[1] <= '9' {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return (err == nil || strings.Contains(err.Error(), "range")) && !strings.ContainsAny(text, "_xXpP") &&
		!strings.HasSuffix(text, ".") &&
		!strings.Contains(text, ".e") &&
		!strings.Contains(text, ".E")
}
