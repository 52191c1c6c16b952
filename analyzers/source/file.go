// Package source holds one file's bytes and translates byte offsets into the
// positions people and other programs speak of.
package source

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// Span is a half-open range of byte offsets.
type Span struct{ Start, End int }

// Len is the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether t lies inside s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Overlaps reports whether the two spans share a byte. Two empty spans at the
// same offset overlap: inserting twice at one place has no defined order.
func (s Span) Overlaps(t Span) bool {
	if s.Len() == 0 && t.Len() == 0 {
		return s.Start == t.Start
	}
	return s.Start < t.End && t.Start < s.End
}

// Position is a place in a text as people count: from one.
type Position struct {
	Line   int // from 1
	Column int // from 1, in characters (Unicode code points)
	Byte   int // from 1, in UTF-8 bytes
	UTF16  int // from 1, in UTF-16 code units, for editors
	Cell   int // notebooks: the cell counted from 1; Line is then the line in that cell. 0 elsewhere
}

var utf8BOM = []byte("\xef\xbb\xbf")

// File is the text of one file as it lies on disk. Spans always refer to Text.
type File struct {
	// Path names the file in reports: relative to the working directory, with '/'.
	Path string
	// Text is the exact content, byte-order mark included.
	Text []byte

	lines    []int     // offset of the first byte of every line
	columns  columns   // for lines too long to be counted for every question
	notebook *Notebook // whose code this is; nil for an ordinary file
}

// New wraps a file's content. The text must not be changed afterwards.
func New(path string, text []byte) *File {
	f := &File{Path: path, Text: text}
	f.lines = append(make([]int, 0, 1+len(text)/32), 0)
	if f.HasLoneReturn() {
		f.splitAtReturns()
		return f
	}
	for i := 0; i < len(text); {
		n := bytes.IndexByte(text[i:], '\n')
		if n < 0 {
			break
		}
		i += n + 1
		f.lines = append(f.lines, i)
	}
	return f
}

// HasLoneReturn reports whether a line of the file ends in a carriage return alone, as on old Macs.
// Python and editors take it for the end of a line.
func (f *File) HasLoneReturn() bool {
	for text := f.Text; ; {
		i := bytes.IndexByte(text, '\r')
		if i < 0 {
			return false
		}
		if i+1 == len(text) || text[i+1] != '\n' {
			return true
		}
		text = text[i+2:]
	}
}

func (f *File) splitAtReturns() {
	for i, c := range f.Text {
		if c == '\n' || c == '\r' && (i+1 == len(f.Text) || f.Text[i+1] != '\n') {
			f.lines = append(f.lines, i+1)
		}
	}
}

// Slice is the text that a span covers, cut to the file's bounds.
func (f *File) Slice(s Span) string {
	start, end := f.clamp(s.Start), f.clamp(s.End)
	if start >= end {
		return ""
	}
	return string(f.Text[start:end])
}

// HasBOM reports whether the file starts with a UTF-8 byte-order mark.
func (f *File) HasBOM() bool { return bytes.HasPrefix(f.Text, utf8BOM) }

// ValidUTF8 reports whether the whole text is UTF-8; when it is not, the second
// value is the offset of the first byte that is not.
func (f *File) ValidUTF8() (bool, int) {
	if utf8.Valid(f.Text) {
		return true, 0
	}
	for i := 0; i < len(f.Text); {
		r, n := utf8.DecodeRune(f.Text[i:])
		if r == utf8.RuneError && n == 1 {
			return false, i
		}
		i += n
	}
	return true, 0
}

// Newline is the line ending the file uses: the first one found, "\n" if none.
func (f *File) Newline() string {
	if i := bytes.IndexByte(f.Text, '\n'); i > 0 && f.Text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// LineCount is the number of lines; a final newline does not start another one.
func (f *File) LineCount() int {
	n := len(f.lines)
	if n > 1 && f.lines[n-1] == len(f.Text) {
		n--
	}
	return n
}

// LineOf is the line, from 1, that holds the byte at offset.
func (f *File) LineOf(offset int) int {
	offset = f.clamp(offset)
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset })
}

// LineSpan covers line n (from 1) without its line ending.
func (f *File) LineSpan(n int) Span {
	if n < 1 || n > len(f.lines) {
		return Span{len(f.Text), len(f.Text)}
	}
	start, end := f.lines[n-1], len(f.Text)
	if n < len(f.lines) {
		end = f.lines[n] - 1
	}
	if end > start && f.Text[end-1] == '\r' && (end == len(f.Text) || f.Text[end] == '\n') {
		end--
	}
	return Span{start, end}
}

// FullLines widens a span to whole lines, the last line's ending included.
func (f *File) FullLines(s Span) Span {
	first := f.LineOf(s.Start)
	last := f.LineOf(max(s.Start, s.End-1))
	end := len(f.Text)
	if last < len(f.lines) {
		end = f.lines[last]
	}
	return Span{f.lines[first-1], end}
}

// Indent is the white space at the head of the line that holds offset.
func (f *File) Indent(offset int) string {
	line := f.Text[f.LineSpan(f.LineOf(offset)).Start:]
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return string(line[:n])
}

// Position translates a byte offset.
func (f *File) Position(offset int) Position {
	offset = f.clamp(offset)
	line := f.LineOf(offset)
	start := f.lines[line-1]
	if line == 1 && f.HasBOM() {
		start = min(offset, len(utf8BOM))
	}
	p := Position{Line: line, Column: 1, Byte: offset - start + 1, UTF16: 1}
	if f.notebook != nil && len(f.notebook.cells) > 0 {
		c := f.notebook.cellAt(offset)
		p.Cell = c.number
		p.Line = line - f.LineOf(c.span.Start) + 1
	}
	count := f.between(start, offset)
	p.Column += count.characters
	p.UTF16 += count.units
	return p
}

func (f *File) clamp(offset int) int { return max(0, min(offset, len(f.Text))) }
