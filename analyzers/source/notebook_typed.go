package source

import (
	"bytes"
	"strings"
)

// Typed is what a notebook gives to IPython or to a shell, and not to Python.
type Typed struct {
	// Magic is "!" for a command, "cd", "env", "set_env" or "run" for a line magic of that name.
	Magic string
	// Text is what stands behind it, with the lines that a backslash adds; At is where it begins in the virtual file.
	Text string
	At   int
}

// shellCells are the cell magics that hand the cell to a shell.
var shellCells = map[string]bool{
	"bash":        true,
	"sh":          true,
	"script bash": true,
	"script sh":   true,
	"!":           true,
	"system":      true,
	"sx":          true,
}

// Typed are the commands of the notebook, in order.
func (n *Notebook) Typed() []Typed {
	var list []Typed
	for i := range n.cells {
		c := &n.cells[i]
		if len(c.masked) == 0 {
			continue
		}
		if t, ok := n.shellCell(c); ok {
			list = append(list, t)
			continue
		}
		for k := 0; k < len(c.masked); k++ {
			t, ok := n.typedAt(c.masked[k])
			if !ok {
				continue
			}
			for k+1 < len(c.masked) && strings.HasSuffix(strings.TrimRight(t.Text, "\r"), `\`) {
				k++
				t.Text = string(n.typed[t.At:c.masked[k].End])
			}
			list = append(list, t)
		}
	}
	return list
}

// shellCell is a cell that begins with %%bash, without that line.
func (n *Notebook) shellCell(c *cell) (Typed, bool) {
	text := n.typed[c.span.Start:c.span.End]
	lead := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	rest, is := bytes.CutPrefix(text[lead:], []byte("%%"))
	if !is {
		return Typed{}, false
	}
	line, _, more := bytes.Cut(rest, []byte("\n"))
	name, _, _ := strings.Cut(strings.TrimSpace(string(line)), " -")
	if !more || !shellCells[strings.Join(strings.Fields(name), " ")] {
		return Typed{}, false
	}
	at := c.span.Start + lead + len("%%") + len(line) + 1
	return Typed{Magic: "!", Text: string(n.typed[at:c.span.End]), At: at}, true
}

// typedAt is what a line gives to a shell; ok is false for one that does something else.
func (n *Notebook) typedAt(line Span) (t Typed, ok bool) {
	text := string(n.typed[line.Start:line.End])
	body := strings.TrimLeft(text, " \t")
	at := line.Start + len(text) - len(body)
	if name, rest, is := strings.Cut(body, "!"); is &&
		(name == "" || strings.HasSuffix(strings.TrimRight(name, " "), "=")) {
		lead := len(rest) - len(strings.TrimLeft(rest, "! \t"))
		return Typed{Magic: "!", Text: rest[lead:], At: at + len(name) + 1 + lead}, true
	}
	magic := strings.TrimPrefix(body, "%")
	name, rest, _ := strings.Cut(magic, " ")
	switch name {
	case "cd", "env", "set_env", "run":
		return Typed{Magic: name, Text: rest, At: at + len(body) - len(rest)}, true
	case "pip", "conda", "mamba": // IPython hands the line to the program of that name
		return Typed{Magic: "!", Text: magic, At: at + len(body) - len(magic)}, true
	}
	return Typed{}, false
}
