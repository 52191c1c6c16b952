package deps

import (
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
)

// readPyproject reads PEP 621, PEP 735 groups, poetry, uv, pdm and hatch tables.
func readPyproject(c *collector) {
	root := config.ParseAs(c.file, config.TOML).Root()
	c.list(root.Get("project.dependencies"), Declared)
	c.lists(root.Get("project.optional-dependencies"), Optional)
	c.lists(root.Get("dependency-groups"), Optional)
	c.list(root.Get("tool.uv.dev-dependencies"), Optional)
	c.list(root.Get("tool.uv.constraint-dependencies"), Declared)
	c.list(root.Get("tool.uv.override-dependencies"), Declared)
	c.lists(root.Get("tool.pdm.dev-dependencies"), Optional)
	c.poetry(root.Get("tool.poetry.dependencies"), Declared)
	c.poetry(root.Get("tool.poetry.dev-dependencies"), Optional)
	c.poetryGroups(root.Get("tool.poetry.group"))
	for _, e := range entries(root.Get("tool.hatch.envs")) {
		c.list(e.Value.Get("dependencies"), Optional)
	}
}

func entries(n *config.Node) []*config.Entry {
	if n = n.Resolve(); n == nil {
		return nil
	}
	return n.Entries
}

// list reads an array of requirement strings.
func (c *collector) list(n *config.Node, rank Rank) {
	if n = n.Resolve(); n == nil {
		return
	}
	for _, item := range n.Items {
		if item = item.Resolve(); item != nil && item.Kind == config.Scalar {
			c.addText(item.Text, rank, item.Span)
		}
	}
}

// lists reads a table of such arrays.
func (c *collector) lists(n *config.Node, rank Rank) {
	for _, e := range entries(n) {
		c.list(e.Value, rank)
	}
}

func (c *collector) poetryGroups(n *config.Node) {
	for _, e := range entries(n) {
		rank := Optional
		if e.Key == "main" || strings.Contains(e.Key, "train") {
			rank = Declared
		}
		c.poetry(e.Value.Get("dependencies"), rank)
	}
}

// poetry reads name = "^2.1", name = {version = …} and lists of such tables.
func (c *collector) poetry(n *config.Node, rank Rank) {
	for _, e := range entries(n) {
		v := e.Value.Resolve()
		if v == nil || e.Key == "python" {
			continue
		}
		if v.Kind == config.Sequence {
			for _, item := range v.Items {
				c.poetryEntry(e.Key, item, rank)
			}
			continue
		}
		c.poetryEntry(e.Key, v, rank)
	}
}

func (c *collector) poetryEntry(name string, v *config.Node, rank Rank) {
	r := requirement{name: normal(name)}
	text := v
	if v.Kind == config.Mapping {
		if n := v.Get("optional"); n != nil && n.Text == "true" {
			rank = Optional
		}
		for _, key := range []string{"markers", "platform", "python"} {
			if n := v.Get(key); n != nil {
				r.marker = n.Text
			}
		}
		if u := v.Get("url"); u != nil {
			if direct, ok := parseURL(name, u.Text); ok {
				c.add(direct, rank, u.Span)
			}
			return
		}
		text = v.Get("version")
	}
	if text == nil {
		c.add(r, rank, v.Span)
		return
	}
	if rng, ok := poetryRange(text.Text); ok {
		r.rng = rng
		c.add(r, rank, text.Span)
	}
}

// poetryRange reads poetry's caret and tilde; a bare version is exactly that one.
func poetryRange(s string) (Range, bool) {
	var clauses []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) {
		part = strings.TrimSpace(part)
		switch {
		case strings.HasPrefix(part, "^"):
			clauses = append(clauses, upTo(part[1:], caretPart))
		case strings.HasPrefix(part, "~") && !strings.HasPrefix(part, "~="):
			clauses = append(clauses, upTo(part[1:], tildePart))
		case part != "" && (part[0] >= '0' && part[0] <= '9'):
			clauses = append(clauses, "=="+part)
		default:
			clauses = append(clauses, part)
		}
	}
	r, ok := ParseRange(strings.Join(clauses, ","))
	r.Text = s
	return r, ok
}

// upTo is ">=v,<w" where w counts up the part of v that how chooses.
func upTo(s string, how func([]int) int) string {
	v, ok := ParseVersion(s)
	if !ok {
		return s
	}
	keep := how(v.release)
	next := v.next(keep + 1)
	parts := make([]string, len(next.release))
	for i, n := range next.release {
		parts[i] = strconv.Itoa(n)
	}
	return ">=" + strings.TrimSpace(s) + ",<" + strings.Join(parts, ".")
}

// caretPart is the first part that is not zero: ^0.3.1 stays below 0.4.
func caretPart(release []int) int {
	for i, n := range release {
		if n != 0 {
			return i
		}
	}
	return len(release) - 1
}

func tildePart(release []int) int { return min(1, len(release)-1) }
