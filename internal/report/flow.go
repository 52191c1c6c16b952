package report

import (
	"fmt"
	"io"
	"strings"
)

// run is text of one colour.
type run struct{ color, text string }

// flow writes runs as one paragraph behind a margin of so many columns. It is broken between words where the terminal
// ends, and the lines that follow are indented. Without a width, and within a word, nothing is broken.
func (r *Report) flow(out io.Writer, margin string, used, indent int, runs ...run) {
	var line []run
	end := func() {
		fmt.Fprintln(out, margin+r.paintAll(line))
		margin, line, used = strings.Repeat(" ", indent), nil, indent
	}
	for _, word := range words(runs) {
		wide := 0
		for _, piece := range word {
			wide += width(piece.text)
		}
		if len(line) > 0 {
			if r.Style.Width > 0 && used+1+wide > r.Style.Width {
				end()
			} else {
				line = append(line, run{word[0].color, " "})
				used++
			}
		}
		line = append(line, word...)
		used += wide
	}
	end()
}

// isAmount reports whether two words are a number and its unit, which stay in one line.
func isAmount(number, unit string) bool {
	if number == "" || number[len(number)-1] < '0' || number[len(number)-1] > '9' {
		return false
	}
	unit = strings.TrimRight(unit, ",;:.)")
	return unit == "B" ||
		len(unit) <= 3 && len(unit) > 1 && strings.HasSuffix(unit, "B") && strings.IndexByte("KMGT", unit[0]) >= 0
}

// words cuts runs at their blanks; a word may have parts of several colours.
func words(runs []run) [][]run {
	var list [][]run
	var word []run
	for _, part := range runs {
		before := ""
		for i, text := range strings.Split(part.text, " ") {
			if i > 0 && isAmount(before, text) {
				word[len(word)-1].text += " " + text
				before = text
				continue
			}
			before = text
			if i > 0 && len(word) > 0 {
				list = append(list, word)
				word = nil
			}
			if text != "" {
				word = append(word, run{part.color, text})
			}
		}
	}
	if len(word) > 0 {
		list = append(list, word)
	}
	return list
}

// paintAll paints neighbours of one colour together.
func (r *Report) paintAll(runs []run) string {
	var text strings.Builder
	for i := 0; i < len(runs); {
		together := runs[i].text
		next := i + 1
		for next < len(runs) && runs[next].color == runs[i].color {
			together += runs[next].text
			next++
		}
		if blank := strings.TrimPrefix(together, " "); blank != together { // a blank has no colour
			text.WriteString(" ")
			together = blank
		}
		text.WriteString(r.Style.paint(runs[i].color, together))
		i = next
	}
	return text.String()
}
