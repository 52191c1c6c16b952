package source

import (
	"bytes"
	"errors"
	"unicode/utf16"
	"unicode/utf8"
)

// rawCell is a code cell as found in the JSON.
type rawCell struct {
	number   int
	language string // nbformat 3 names it per cell, and editors that mix languages in the cell's metadata
	value    Span
	strings  []Span
}

type rawNotebook struct {
	language string
	cells    []rawCell
}

// findCells locates the code cells of a notebook that is known to be valid JSON:
// `cells` at the top in nbformat 4, in each of `worksheets` in nbformat 3. It steps over
// everything else: package config, which reads JSON that may be broken, would build a
// tree of every output, images included.
func findCells(raw []byte) (rawNotebook, error) {
	f := &cellFinder{raw: raw}
	eachMember(raw, skipSpace(raw, len(raw)-len(bytes.TrimPrefix(raw, utf8BOM))), func(key string, at int) {
		switch key {
		case "worksheets":
			eachItem(raw, at, func(sheet int) { eachMember(raw, sheet, f.member) })
		case "metadata":
			f.found.language = kernelLanguage(raw, at)
		default:
			f.member(key, at)
		}
	})
	if !f.seen {
		return f.found, errors.New("not a notebook: it has no cells")
	}
	return f.found, nil
}

// cellFinder counts cells while it collects those with code.
type cellFinder struct {
	raw   []byte
	found rawNotebook
	seen  bool
	count int
}

func (f *cellFinder) member(key string, at int) {
	if key != "cells" {
		return
	}
	f.seen = true
	eachItem(f.raw, at, func(item int) {
		f.count++
		if c, ok := readCell(f.raw, item); ok {
			c.number = f.count
			f.found.cells = append(f.found.cells, c)
		}
	})
}

// kernelLanguage reads metadata.kernelspec.language or metadata.language_info.name.
func kernelLanguage(raw []byte, metadata int) string {
	language := ""
	eachMember(raw, metadata, func(key string, at int) {
		want := map[string]string{"kernelspec": "language", "language_info": "name"}[key]
		eachMember(raw, at, func(key string, at int) {
			if want != "" && key == want && raw[at] == '"' {
				language = string(appendDecoded(nil, raw[at:skipValue(raw, at)]))
			}
		})
	})
	return language
}

// editorLanguage reads the cell's metadata.vscode.languageId.
func editorLanguage(raw []byte, metadata int) (language string) {
	eachMember(raw, metadata, func(key string, at int) {
		if key != "vscode" {
			return
		}
		eachMember(raw, at, func(key string, at int) {
			if key == "languageId" && raw[at] == '"' {
				language = string(appendDecoded(nil, raw[at:skipValue(raw, at)]))
			}
		})
	})
	return language
}

// readCell reads one cell; ok is false for markdown, raw text and cells whose
// source is not text.
func readCell(raw []byte, at int) (c rawCell, ok bool) {
	kind := ""
	eachMember(raw, at, func(key string, at int) {
		end := skipValue(raw, at)
		switch key {
		case "cell_type":
			kind = string(raw[at:end])
		case "language":
			c.language = string(appendDecoded(nil, raw[at:end]))
		case "metadata":
			if language := editorLanguage(raw, at); language != "" {
				c.language = language
			}
		case "source", "input":
			c.value = Span{at, end}
		}
	})
	if kind != `"code"` || c.value.Len() == 0 {
		return c, false
	}
	switch raw[c.value.Start] {
	case '"':
		c.strings = []Span{c.value}
		return c, true
	case '[':
		ok = true
		eachItem(raw, c.value.Start, func(item int) {
			c.strings = append(c.strings, Span{item, skipValue(raw, item)})
			ok = ok && raw[item] == '"'
		})
		return c, ok
	}
	return c, false
}

func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\t' || raw[at] == '\n' || raw[at] == '\r') {
		at++
	}
	return at
}

// skipValue is the end of the valid JSON value that starts at at.
func skipValue(raw []byte, at int) int {
	depth := 0
	for at < len(raw) {
		switch raw[at] {
		case '"':
			at = skipString(raw, at)
		case '{', '[':
			depth++
			at++
		case '}', ']':
			depth--
			at++
		case ' ', '\t', '\n', '\r', ',', ':':
			at++
			continue
		default: // a number or a word
			for at < len(raw) && bytes.IndexByte([]byte(" \t\r\n,:]}"), raw[at]) < 0 {
				at++
			}
		}
		if depth == 0 {
			break
		}
	}
	return at
}

func skipString(raw []byte, at int) int {
	for at++; at < len(raw); at++ {
		switch raw[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(raw)
}

// eachMember calls visit with every key of the object at at and the offset of
// its value; it does nothing when the value there is not an object.
func eachMember(raw []byte, at int, visit func(key string, at int)) {
	if at >= len(raw) || raw[at] != '{' {
		return
	}
	for at = skipSpace(raw, at+1); at < len(raw) && raw[at] == '"'; {
		end := skipString(raw, at)
		key := string(appendDecoded(nil, raw[at:end]))
		at = skipSpace(raw, skipSpace(raw, end)+1) // the colon
		visit(key, at)
		at = skipSpace(raw, skipValue(raw, at))
		if at < len(raw) && raw[at] == ',' {
			at = skipSpace(raw, at+1)
		}
	}
}

// eachItem calls visit with the offset of every item of the list at at.
func eachItem(raw []byte, at int, visit func(at int)) {
	if at >= len(raw) || raw[at] != '[' {
		return
	}
	for at = skipSpace(raw, at+1); at < len(raw) && raw[at] != ']'; {
		visit(at)
		at = skipSpace(raw, skipValue(raw, at))
		if at < len(raw) && raw[at] == ',' {
			at = skipSpace(raw, at+1)
		}
	}
}

// appendDecoded appends what a JSON string, quotes included, says.
func appendDecoded(text, quoted []byte) []byte {
	if len(quoted) < 2 || quoted[0] != '"' {
		return text
	}
	body := quoted[1 : len(quoted)-1]
	for len(body) > 0 {
		n := bytes.IndexByte(body, '\\')
		if n < 0 {
			return append(text, body...)
		}
		text = append(text, body[:n]...)
		decoded, size := escapeIn(body[n:])
		text = append(text, decoded...)
		body = body[n+size:]
	}
	return text
}

// escapeIn reads the escape that the inside of a valid JSON string starts with.
func escapeIn(body []byte) (decoded string, size int) {
	if decoded, size = JSONEscape(string(body[:min(longestEscape, len(body))])); size == 0 {
		size = min(2, len(body)) // not valid after all
	}
	return decoded, size
}

// appendEncoded appends text as the inside of a JSON string. ascii says to
// escape what is not ASCII, for notebooks written that way.
func appendEncoded(out []byte, text string, ascii bool) []byte {
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\r':
			out = append(out, `\r`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r < 0x20:
			out = appendUnicodeEscape(out, r)
		case r < 0x80 || !ascii:
			out = utf8.AppendRune(out, r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			out = appendUnicodeEscape(appendUnicodeEscape(out, high), low)
		default:
			out = appendUnicodeEscape(out, r)
		}
	}
	return out
}

func appendUnicodeEscape(out []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	return append(out, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}
