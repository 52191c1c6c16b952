package config

import "strings"

// blockScalar reads a | or > scalar and the lines that belong to it.
func (y *yamlReader) blockScalar(indent int) *Node {
	start := y.pos
	header, ok := y.blockHeader()
	n := y.node(Scalar, header.style, start, trimComment(y.src, start, y.pos))
	if !ok {
		return n
	}
	content := max(indent, 0) + header.indent
	if header.indent == 0 {
		content = max(y.contentColumn(), indent+1, 1)
	}
	lines := y.blockLines(n, content)
	n.Text = header.join(lines)
	return n
}

type blockHeader struct {
	style  Style
	indent int
	chomp  byte // '+', '-' or 0
}

// blockHeader reads |, >, their indicators and the rest of the line; pos is then
// at the line break, the node's end so far at the last indicator.
func (y *yamlReader) blockHeader() (blockHeader, bool) {
	h := blockHeader{style: Literal}
	if y.peek() == '>' {
		h.style = Folded
	}
	for y.pos++; !y.blankAt(y.pos); y.pos++ {
		switch c := y.peek(); {
		case c == '+' || c == '-':
			h.chomp = c
		case '1' <= c && c <= '9' && h.indent == 0:
			h.indent = int(c - '0')
		default:
			end := y.lineEnd(y.pos)
			y.fail(y.pos, end, "expected an indentation or chomping indicator after '|' or '>'; quote the value if it is text")
			y.pos = end
			return h, false
		}
	}
	y.skipSpaces()
	if !y.endOfLine() {
		end := y.lineEnd(y.pos)
		y.fail(y.pos, end, "text may start only on the line after '|' or '>'")
		y.pos = end
	}
	return h, true
}

// contentColumn is the column of the content below pos: that of the first line with
// text, or of the longest blank line above it, as PyYAML has it.
func (y *yamlReader) contentColumn() int {
	column := 0
	for i := y.lineEnd(y.pos); i < len(y.src); {
		i += breakLen(y.src[i:])
		start := i
		for y.at(i) == ' ' {
			i++
		}
		column = max(column, i-start)
		if c := y.at(i); c != '\n' && c != '\r' {
			break
		}
	}
	return column
}

func breakLen(s string) int {
	if strings.HasPrefix(s, "\r\n") {
		return 2
	}
	return min(1, len(s))
}

// blockLines collects the lines indented to at least column, without their
// indentation, and ends n after the last one with content.
func (y *yamlReader) blockLines(n *Node, column int) []string {
	y.pos = y.lineEnd(y.pos)
	var lines []string
	for y.pos < len(y.src) {
		mark, markLine := y.pos, y.lineStart
		y.lineBreak()
		line := y.src[y.pos:y.lineEnd(y.pos)]
		blank := strings.TrimLeft(line, " ") == ""
		if y.pos >= len(y.src) || !blank && countSpaces(line) < column {
			lines = append(lines, "") // the break before this place counts
			y.pos, y.lineStart = mark, markLine
			break
		}
		y.pos += len(line)
		if !blank {
			n.Span.End = y.pos
		}
		lines = append(lines, line[min(column, len(line)):])
	}
	return lines
}

func countSpaces(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// join applies folding and chomping.
func (h blockHeader) join(lines []string) string {
	content := len(lines)
	for content > 0 && lines[content-1] == "" {
		content--
	}
	text := strings.Join(lines[:content], "\n")
	if h.style == Folded {
		text = foldBlock(lines[:content])
	}
	switch {
	case content == len(lines) || h.chomp == '-' || content == 0 && h.chomp == 0:
		return text
	case h.chomp == '+' && content == 0:
		return strings.Repeat("\n", len(lines)-1)
	case h.chomp == '+':
		return text + strings.Repeat("\n", len(lines)-content)
	}
	return text + "\n"
}

// foldBlock joins lines with spaces, but keeps the breaks around lines that are
// indented further.
func foldBlock(lines []string) string {
	var b strings.Builder
	blanks := 0
	previousDeep := false
	for i, line := range lines {
		if line == "" {
			blanks++
			continue
		}
		deep := isSpace(line[0])
		switch {
		case i == blanks: // nothing written yet
			b.WriteString(strings.Repeat("\n", blanks))
		case deep || previousDeep:
			b.WriteString(strings.Repeat("\n", blanks+1))
		case blanks > 0:
			b.WriteString(strings.Repeat("\n", blanks))
		default:
			b.WriteByte(' ')
		}
		b.WriteString(line)
		blanks, previousDeep = 0, deep
	}
	return b.String()
}
