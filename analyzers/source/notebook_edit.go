package source

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// replace makes sorted edits of the virtual text in the JSON. Strings that no
// edit touches keep their bytes, and so does everything around the source.
func (n *Notebook) replace(edits []Replacement) (*Notebook, error) {
	var raw []Replacement
	byCell := map[*cell][]Replacement{}
	var order []*cell
	for _, e := range edits {
		c, e, err := n.cellOf(e)
		if err != nil {
			return nil, err
		}
		if len(byCell[c]) == 0 {
			order = append(order, c)
		}
		byCell[c] = append(byCell[c], e)
	}
	for _, c := range order {
		raw = append(raw, n.rewriteCell(c, byCell[c])...)
	}
	out, err := replaceAll(n.Raw, raw)
	if err != nil {
		return nil, err
	}
	return OpenNotebook(n.File.Path, out)
}

// cellOf finds the cell an edit belongs to and refuses what the notebook cannot
// take. The newline after a cell is not in the notebook: an edit that takes the
// cell's last line with that newline is turned into one that takes the newline
// before the line.
func (n *Notebook) cellOf(e Replacement) (*cell, Replacement, error) {
	c := n.cellAt(e.Span.Start)
	if c == nil {
		return nil, e, errors.New("the notebook has no code cell to edit")
	}
	if err := c.refuse(e); err != nil {
		return nil, e, err
	}
	text := n.File.Text
	switch {
	case e.Span.Start > c.span.End: // an insertion at the very end of the text
		e = Replacement{Span{c.span.End, c.span.End}, "\n" + strings.TrimSuffix(e.New, "\n")}
	case e.Span.End == c.span.End+1 && strings.HasSuffix(e.New, "\n"):
		e = Replacement{Span{e.Span.Start, c.span.End}, e.New[:len(e.New)-1]}
	case e.Span.End == c.span.End+1 && e.New == "" && e.Span.Start == c.span.Start:
		e.Span.End--
	case e.Span.End == c.span.End+1 && e.New == "" && text[e.Span.Start-1] == '\n':
		e.Span = Span{e.Span.Start - 1, e.Span.End - 1}
	}
	if e.Span.End > c.span.End {
		return nil, e, fmt.Errorf("the edit crosses the end of cell %d", c.number)
	}
	return c, e, nil
}

// refuse keeps edits off the lines that were blanked. A whole line may be
// inserted before a line magic, but not before a cell magic, which must stay first.
func (c *cell) refuse(e Replacement) error {
	if c.whole && e.Span.Start <= c.masked[0].Start {
		return fmt.Errorf("the edit would move the cell magic of cell %d from its first line", c.number)
	}
	for _, m := range c.masked {
		before := e.Span.End <= m.Start && (e.Span.Len() > 0 || strings.HasSuffix(e.New, "\n"))
		if !before && e.Span.Start <= m.End && m.Start <= e.Span.End {
			return fmt.Errorf("the edit touches a line of cell %d that Python does not read", c.number)
		}
	}
	return nil
}

// rewriteCell turns the edits of one cell into edits of the JSON. Edits that
// touch the same strings are made together.
func (n *Notebook) rewriteCell(c *cell, edits []Replacement) []Replacement {
	var raw []Replacement
	for len(edits) > 0 {
		first, last := c.touched(edits[0])
		count := 1
		for count < len(edits) {
			from, to := c.touched(edits[count])
			if from > last {
				break
			}
			last, count = max(last, to), count+1
		}
		raw = append(raw, n.rewriteStrings(c, first, last, edits[:count]))
		edits = edits[count:]
	}
	return raw
}

// touched is the range of strings that an edit changes. An insertion between two
// strings belongs to the second; at the very end, to the last. An edit that takes
// the line end of a string joins it with the next.
func (c *cell) touched(e Replacement) (first, last int) {
	s := e.Span
	last = len(c.strings) - 1
	for first < last && c.strings[first].text.End <= s.Start {
		first++
	}
	for last > first && c.strings[last].text.Start >= s.End {
		last--
	}
	if s.Len() > 0 && c.strings[last].text.End == s.End && !strings.HasSuffix(e.New, "\n") {
		last = min(last+1, len(c.strings)-1)
	}
	return first, last
}

// rewriteStrings renders strings first to last of a cell with the edits made.
func (n *Notebook) rewriteStrings(c *cell, first, last int, edits []Replacement) Replacement {
	list := n.Raw[c.value.Start] == '['
	ascii := !hasNonASCII(n.Raw)
	var lines [][]byte // insides of JSON strings
	var line []byte
	cut := func() {
		if len(line) > 0 {
			lines = append(lines, line)
			line = nil
		}
	}
	insert := func(text string) {
		for part := range strings.SplitAfterSeq(text, "\n") {
			line = appendEncoded(line, part, ascii)
			if list && strings.HasSuffix(part, "\n") {
				cut()
			}
		}
	}
	next := 0
	for i := first; i <= last; i++ {
		s := c.strings[i]
		at := s.text.Start
		body := n.Raw[s.raw.Start+1 : s.raw.End-1]
		for len(body) > 0 {
			for next < len(edits) && edits[next].Span.Start <= at {
				insert(edits[next].New)
				next++
			}
			text, size := decodeUnit(body)
			if !deleted(edits, at) {
				line = append(line, body[:size]...)
				if list && at+len(text) == s.text.End && i < len(c.strings)-1 {
					cut()
				}
			}
			at += len(text)
			body = body[size:]
		}
	}
	for ; next < len(edits); next++ {
		if list && endsInNewline(line) {
			cut()
		}
		insert(edits[next].New)
	}
	cut()
	return n.joinStrings(c, first, last, lines)
}

// endsInNewline reports whether the inside of a JSON string ends in "\n".
func endsInNewline(line []byte) bool {
	text := appendDecoded(nil, append(append([]byte{'"'}, line...), '"'))
	return bytes.HasSuffix(text, []byte("\n"))
}

// joinStrings puts the rendered lines where strings first to last stood, with
// the separator the list already uses.
func (n *Notebook) joinStrings(c *cell, first, last int, lines [][]byte) Replacement {
	where := Span{c.strings[first].raw.Start, c.strings[last].raw.End}
	if n.Raw[c.value.Start] != '[' {
		return Replacement{where, `"` + string(bytes.Join(lines, nil)) + `"`}
	}
	if len(lines) == 0 {
		switch {
		case last < len(c.strings)-1:
			where.End = c.strings[last+1].raw.Start
		case first > 0:
			where.Start = c.strings[first-1].raw.End
		default:
			return Replacement{c.value, "[]"}
		}
		return Replacement{where, ""}
	}
	quoted := make([]string, len(lines))
	for i, l := range lines {
		quoted[i] = `"` + string(l) + `"`
	}
	return Replacement{where, strings.Join(quoted, n.separator(c))}
}

// separator is what stands between two strings of a cell's list.
func (n *Notebook) separator(c *cell) string {
	if len(c.strings) > 1 {
		return string(n.Raw[c.strings[0].raw.End:c.strings[1].raw.Start])
	}
	lead := string(n.Raw[c.value.Start+1 : c.strings[0].raw.Start])
	if lead == "" {
		return ", "
	}
	return "," + lead
}

// decodeUnit reads one character of the inside of a JSON string and says how
// many bytes it takes there.
func decodeUnit(body []byte) (text string, size int) {
	if body[0] == '\\' {
		size = escapeLen(body)
		return decodeEscape(body[:size]), size
	}
	_, size = utf8.DecodeRune(body)
	return string(body[:size]), size
}

func deleted(edits []Replacement, at int) bool {
	for _, e := range edits {
		if e.Span.Start <= at && at < e.Span.End {
			return true
		}
	}
	return false
}

func hasNonASCII(raw []byte) bool {
	return bytes.ContainsFunc(raw, func(r rune) bool { return r >= 0x80 })
}
