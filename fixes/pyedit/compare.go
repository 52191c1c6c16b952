package pyedit

import (
	"bytes"
	"fmt"

	"github.com/trainlint/trainlint/analyzers/source"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/pytoken"
)

// comparison holds the tokens of a file before and after some edits.
type comparison struct {
	before, after *source.File
	was, is       []pytoken.Token
	edits         []fixes.Edit // by position

	image []int // for each token of was its index in is, -1 for one that was edited
}

// run fails when a token outside the edits became something else: an edit that
// opens a string, a bracket or a block swallows what follows it.
func (c *comparison) run() error {
	if err := c.match(); err != nil {
		return err
	}
	for i, t := range c.was {
		if n := c.image[i]; n >= 0 && t.Kind != pytoken.Comment && c.lineStayed(i, n) {
			if err := c.sameBlock(i, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// match finds what every token outside the edits has become.
func (c *comparison) match() error {
	starts := map[int]int{}
	for i, t := range c.is {
		if t.Kind != pytoken.Newline {
			starts[t.Start] = i
		}
	}
	c.image = make([]int, len(c.was))
	shift, next := 0, 0
	for i, t := range c.was {
		for next < len(c.edits) && c.edits[next].Span.End <= t.Start {
			shift += len(c.edits[next].New) - c.edits[next].Span.Len()
			next++
		}
		c.image[i] = -1
		if t.Kind == pytoken.Newline || next < len(c.edits) && c.edits[next].Span.Start < t.End {
			continue
		}
		n, ok := starts[t.Start+shift]
		if !ok || c.is[n].Kind != t.Kind || c.is[n].End != t.End+shift {
			return fmt.Errorf("%s outside the edit becomes part of something else", c.name(t))
		}
		if c.is[n].Depth != t.Depth {
			return fmt.Errorf("%s outside the edit comes to stand between other brackets", c.name(t))
		}
		c.image[i] = n
	}
	return nil
}

// lineStayed reports whether the logical line of a token begins as it did, with
// the same indentation: an edit that indents a line means to move it.
func (c *comparison) lineStayed(i, n int) bool {
	was, is := c.was[i].Line, c.is[n].Line
	return c.image[was] == is && c.was[was].First == c.is[is].First &&
		bytes.Equal(indentOf(c.before, c.was[was]), indentOf(c.after, c.is[is]))
}

func indentOf(f *source.File, t pytoken.Token) []byte {
	start := bytes.LastIndexByte(f.Text[:t.Start], '\n') + 1
	return f.Text[start:t.Start]
}

// sameBlock fails when a line that was not moved stands in another block.
func (c *comparison) sameBlock(i, n int) error {
	was, is := c.was[i], c.is[n]
	owner := was.Owner
	if was.Block == is.Block && (owner < 0 || c.image[owner] < 0 || c.image[owner] == is.Owner) {
		return nil
	}
	return fmt.Errorf("%s outside the edit comes to stand in another block", c.name(was))
}

func (c *comparison) name(t pytoken.Token) string {
	text := c.before.Text[t.Start:min(t.End, t.Start+30)]
	return fmt.Sprintf("%q on line %d", text, c.before.LineOf(t.Start))
}
