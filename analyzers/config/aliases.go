package config

// checkAliases reports anchors that contain themselves, and aliases within aliases
// that stand for more values than anyone can load: nine lines are enough for a
// billion. It looks at every node once. In such a file no alias stands for anything:
// whoever follows them would pay for values that no loader ever hands out.
func (d *Document) checkAliases() {
	if d.loadable() {
		return
	}
	for _, root := range d.Roots {
		root.cutAliases()
	}
}

func (d *Document) loadable() bool {
	c := expansion{size: map[*Node]int{}, open: map[*Node]bool{}}
	for _, root := range d.Roots {
		if c.of(root); c.recursive != nil {
			n := c.recursive
			d.problem(Syntax, n.Span, "&%s contains itself: no configuration can be built from it", n.Text)
			return false
		}
		if c.size[root] > c.visited+maxExpanded {
			d.problem(
				Syntax,
				root.Span,
				"aliases within aliases stand for more than %d values: OmegaConf refuses that, and whoever walks the result runs out of memory",
				maxExpanded,
			)
			return false
		}
	}
	return true
}

func (n *Node) cutAliases() {
	n.Target = nil
	for _, item := range n.Items {
		item.cutAliases()
	}
	for _, e := range n.Entries {
		e.Value.cutAliases()
		if e.KeyNode != nil {
			e.KeyNode.cutAliases()
		}
	}
}

// maxExpanded is ten times what OmegaConf takes.
const maxExpanded = 10 * maxBorrowed

type expansion struct {
	size      map[*Node]int // of anchored nodes and roots, with all aliases in them filled in
	open      map[*Node]bool
	visited   int   // nodes that are written
	recursive *Node // an alias of a node that holds it
}

// of is how many values a node stands for, capped well above the limit.
func (c *expansion) of(n *Node) int {
	if n.Kind == Alias {
		return c.alias(n)
	}
	if known, ok := c.size[n]; ok {
		return known
	}
	marked := n.used || n.owner == nil
	if marked {
		c.open[n] = true
	}
	c.visited++
	total := 1
	for _, item := range n.Items {
		total = min(total+c.of(item), 4*maxNodes)
	}
	for _, e := range n.Entries {
		total = min(total+c.of(e.Value), 4*maxNodes)
	}
	if marked {
		delete(c.open, n)
		c.size[n] = total
	}
	return total
}

func (c *expansion) alias(n *Node) int {
	target := n.Resolve()
	switch {
	case target == nil:
		return 1
	case c.open[target]:
		c.recursive = n
		return 1
	}
	return c.of(target)
}
