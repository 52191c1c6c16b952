package tensor

import (
	"slices"
	"strconv"
	"strings"
)

func patterns() []row {
	return []row{
		{"e", "rearrange(self, pattern, **axes)", func(c *call) Value { return c.einops("rearrange") }},
		{"e", "reduce(self, pattern, reduction, **axes)", func(c *call) Value { return c.einops("reduce") }},
		{"e", "repeat(self, pattern, **axes)", func(c *call) Value { return c.einops("repeat") }},
		{"e", "einsum(*self)", einopsEinsum},
	}
}

// bare is an ellipsis outside of parentheses: each of its dimensions stays one.
const bare = "... alone"

// axes is one side of an einops pattern: groups of names; a name that is a number is an axis of that size.
type axes [][]string

func (c *call) side(text string) axes {
	var all axes
	open := false
	text = strings.NewReplacer("(", " ( ", ")", " ) ", "...", " ... ").Replace(text)
	for word := range strings.FieldsSeq(text) {
		switch {
		case word == "(":
			all, open = append(all, []string{}), true
		case word == ")":
			open = false
		case open:
			all[len(all)-1] = append(all[len(all)-1], word)
		case word == "1":
			all = append(all, []string{})
		case word == "...":
			all = append(all, []string{bare})
		default:
			all = append(all, []string{word})
		}
	}
	return all
}

// spread gives the dimensions under an ellipsis names of their own.
func (a axes) spread(n int) axes {
	var out axes
	for _, group := range a {
		var wide []string
		if len(group) == 1 && group[0] == bare {
			for i := range n {
				out = append(out, []string{"..." + strconv.Itoa(i)})
			}
			continue
		}
		for _, name := range group {
			if name != "..." {
				wide = append(wide, name)
				continue
			}
			for i := range n {
				wide = append(wide, "..."+strconv.Itoa(i))
			}
		}
		out = append(out, wide)
	}
	return out
}

func (a axes) names() []string { return slices.Concat(a...) }

// einops runs a pattern as the library does: reshape to elementary axes, permute, reduce or repeat, reshape again.
func (c *call) einops(kind string) Value {
	x, ok := c.arg("self").(*Tensor)
	if !ok {
		x = c.do("torch.stack", c.arg("self"))
	}
	before, after, found := strings.Cut(c.text("pattern"), "->")
	if !found {
		c.refuse("Pattern has no arrow: %s", c.text("pattern"))
	}
	left, right := c.side(before), c.side(after)
	if slices.Contains(left.names(), bare) {
		n := len(x.Shape) - len(left) + 1
		left, right = left.spread(n), right.spread(n)
	}
	if len(left) != len(x.Shape) {
		c.refuse("Wrong shape: expected %d dims. Received %d-dim tensor.", len(left), len(x.Shape))
	}
	size := c.axisSizes(x, left)
	x = c.reshapedUnlessSame(x, shapeOf(left.names(), size))
	return c.arranged(x, kind, left.names(), right, size)
}

func (c *call) axisSizes(x *Tensor, left axes) map[string]int64 {
	size := map[string]int64{}
	given, _ := c.arg("axes").(named)
	for name, v := range given {
		n, ok := intOf(v)
		if !ok {
			c.giveUp("the size of axis %q is not known", name)
		}
		size[name] = n
	}
	for i, group := range left {
		known, open := int64(1), ""
		for _, name := range group {
			if n, err := strconv.ParseInt(name, 10, 64); err == nil {
				size[name] = n
			}
			n, ok := size[name]
			switch {
			case ok:
				known *= n
			case open == "":
				open = name
			default:
				c.refuse("Could not infer sizes for {%s, %s}", open, name)
			}
		}
		switch {
		case known == 0 || x.Shape[i]%known != 0:
			c.refuse("Shape mismatch, can't divide axis of length %d in chunks of %d", x.Shape[i], known)
		case open != "":
			size[open] = x.Shape[i] / known
		case x.Shape[i] != known:
			c.refuse("Shape mismatch, %d != %d", x.Shape[i], known)
		}
	}
	return size
}

func shapeOf(names []string, size map[string]int64) []int64 {
	shape := make([]int64, len(names))
	for i, name := range names {
		shape[i] = size[name]
	}
	return shape
}

func (c *call) reshapedUnlessSame(x *Tensor, shape []int64) *Tensor {
	if equal(x.Shape, shape) {
		return x
	}
	return c.reshaped(x, shape)
}

func (c *call) arranged(x *Tensor, kind string, from []string, right axes, size map[string]int64) Value {
	to := right.names()
	var reducedAxes []int64
	var kept []string
	for i, name := range from {
		if slices.Contains(to, name) {
			kept = append(kept, name)
		} else {
			reducedAxes = append(reducedAxes, int64(i))
		}
	}
	if len(reducedAxes) > 0 {
		if kind != "reduce" {
			c.refuse("Identifiers only on one side of expression (should be on both)")
		}
		x = c.reducedBy(x, reducedAxes)
	}
	var order []int
	var added []string
	for _, name := range to {
		if i := slices.Index(kept, name); i >= 0 {
			order = append(order, i)
			continue
		}
		if n, err := strconv.ParseInt(name, 10, 64); err == nil {
			size[name] = n
		}
		if _, ok := size[name]; !ok || kind != "repeat" {
			c.refuse("Specify sizes for new axes in repeat: %s", name)
		}
		added = append(added, name)
	}
	if !slices.IsSorted(order) {
		x = c.permuted(x, order)
	}
	if len(added) > 0 {
		for i, name := range to {
			if slices.Contains(added, name) {
				x = c.unsqueezed(x, i)
			}
		}
		x = c.expanded(x, shapeOf(to, size))
	}
	final := make([]int64, len(right))
	for i, group := range right {
		final[i] = product(shapeOf(group, size))
	}
	return c.reshapedUnlessSame(x, final)
}

func (c *call) reducedBy(x *Tensor, dims []int64) *Tensor {
	method := c.text("reduction")
	switch method {
	case "mean", "sum", "prod":
		return c.do("Tensor."+method, x, sizes(dims))
	case "max", "min":
		return c.do("Tensor.a"+method, x, sizes(dims))
	}
	c.giveUp("reduction %q is not known", method)
	return nil
}

// einopsEinsum has names of several letters: each becomes one letter.
func einopsEinsum(c *call) Value {
	list, _ := items(c.arg("self"))
	if len(list) < 2 {
		c.giveUp("no equation")
	}
	pattern, ok := list[len(list)-1].(String)
	if !ok {
		c.giveUp("the equation is not known")
	}
	letters := map[string]string{}
	var short strings.Builder
	for word := range strings.FieldsSeq(strings.NewReplacer(",", " , ", "->", " -> ", "...",
		" ... ").Replace(string(pattern))) {
		switch word {
		case ",", "->", "...":
			short.WriteString(word)
			continue
		}
		if letters[word] == "" {
			letters[word] = string(rune('a' + len(letters)))
		}
		short.WriteString(letters[word])
	}
	return c.call("torch.einsum", append([]Value{String(short.String())}, list[:len(list)-1]...)...)
}
