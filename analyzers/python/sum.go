package python

// AddedTo is what an assignment to a variable or attribute adds to it, nil where it does something else: y of x = x +
// y, of x = x - y, and 0.1 * y of x = 0.9 * x + 0.1 * y, where what was there is weighted.
func AddedTo(target, value Expr) (added Expr, weighted bool) {
	if either, ok := value.(*IfExp); ok { // x = y if x is None else x + y
		if added, weighted = AddedTo(target, either.Body); added == nil {
			added, weighted = AddedTo(target, either.Else)
		}
		return added, weighted
	}
	sum, ok := value.(*Binary)
	if !ok || sum.Op != "+" && sum.Op != "-" {
		return nil, false
	}
	path := PathText(target)
	if path == "" {
		return nil, false
	}
	for _, side := range [...][2]Expr{{sum.Left, sum.Right}, {sum.Right, sum.Left}} {
		if PathText(side[0]) == path {
			return side[1], false
		}
	}
	for _, side := range [...][2]Expr{{sum.Left, sum.Right}, {sum.Right, sum.Left}} {
		product, ok := side[0].(*Binary)
		if ok && product.Op == "*" && (PathText(product.Left) == path || PathText(product.Right) == path) {
			return side[1], true
		}
	}
	return nil, false
}
