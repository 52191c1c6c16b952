package deps

import (
	"slices"
	"strconv"
	"strings"
)

// Range is a set of versions: every clause must hold. The zero Range takes any
// version.
type Range struct {
	Text    string // as written
	clauses []clause
	// lower and upper bound what the clauses take together.
	lower, upper bound
	empty        bool
	// revision: a commit is pinned, which is one version, and nothing says which.
	revision bool
}

type clause struct {
	operator string // ==, ==*, !=, !=*, <, <=, >, >=, ~=
	version  Version
}

func (c clause) equals(d clause) bool {
	return c.operator == d.operator && c.version.local == d.version.local &&
		slices.Equal(c.version.release, d.version.release) &&
		c.version.Compare(d.version) == 0
}

// bound is one end of an interval; set is false where it is open to infinity.
type bound struct {
	version   Version
	inclusive bool
	set       bool
}

// startsBehind reports whether what begins at b leaves out something of what begins at c.
func (b bound) startsBehind(c bound) bool {
	order := b.version.Compare(c.version)
	return order > 0 || order == 0 && c.inclusive && !b.inclusive
}

// endsBefore reports whether what ends at b leaves out something of what ends at c.
func (b bound) endsBefore(c bound) bool {
	order := b.version.Compare(c.version)
	return order < 0 || order == 0 && c.inclusive && !b.inclusive
}

// ParseRange reads comma-separated PEP 440 clauses: ">=2.0,<3", "==2.1.*",
// "~=2.4". An empty text is every version.
func ParseRange(s string) (Range, bool) {
	r := Range{Text: strings.TrimSpace(s)}
	for _, part := range strings.Split(strings.Trim(r.Text, "()"), ",") {
		part = strings.TrimSpace(part)
		if part == "" || part == "*" {
			continue
		}
		c, ok := parseClause(part)
		if !ok {
			return Range{}, false
		}
		if r.add(c); len(r.clauses) > maxClauses {
			return Range{}, false
		}
	}
	return r, true
}

// maxClauses bounds a range: each question about it looks at all of them. Nobody writes
// ten.
const maxClauses = 64

func parseClause(s string) (clause, bool) {
	n := 0
	for n < len(s) && strings.IndexByte("=<>!~", s[n]) >= 0 {
		n++
	}
	c := clause{operator: s[:n]}
	text := strings.TrimSpace(s[n:])
	switch c.operator {
	case "===":
		c.operator = "=="
	case "==", "!=":
		if prefix, ok := strings.CutSuffix(text, ".*"); ok {
			c.operator, text = c.operator+"*", prefix
		}
	case "<", "<=", ">", ">=", "~=":
		text = strings.TrimSuffix(text, ".*")
	default:
		return c, false
	}
	var ok bool
	c.version, ok = ParseVersion(text)
	return c, ok
}

// add narrows the range by one clause.
func (r *Range) add(c clause) {
	if slices.ContainsFunc(r.clauses, c.equals) {
		return
	}
	r.clauses = append(r.clauses, c)
	v := c.version
	switch c.operator {
	case ">=":
		r.above(bound{v, true, true})
	case ">":
		// PEP 440: ">2.4" takes neither 2.4+cu118 nor 2.4.post1, unless it names one.
		if !v.IsPrerelease() && v.post < 0 {
			v.post = last
		}
		r.above(bound{v.withBuilds(), false, true})
	case "<=":
		r.below(bound{v.withBuilds(), true, true})
	case "<":
		// PEP 440: "<2.4" takes no candidate of 2.4 either, unless it names one.
		if !v.IsPrerelease() && v.post < 0 {
			v = v.first()
		}
		r.below(bound{v, false, true})
	case "==":
		r.above(bound{v, true, true})
		r.below(bound{v.withBuilds(), true, true})
	case "==*":
		r.above(bound{v.first(), true, true})
		r.below(bound{v.next(len(v.release)), false, true})
	case "~=":
		r.above(bound{v, true, true})
		r.below(bound{v.next(max(1, len(v.release)-1)), false, true})
	}
}

// last is a number that no release comes to.
const last = 999999999

// withBuilds is the last of a version's builds: 2.1.0 takes 2.1.0+cu118 too, unless it names one.
func (v Version) withBuilds() Version {
	if v.local == "" {
		v.local = strconv.Itoa(last)
	}
	return v
}

func (r *Range) above(b bound) {
	if !r.lower.set || b.startsBehind(r.lower) {
		r.lower = b
	}
	r.check()
}

func (r *Range) below(b bound) {
	if !r.upper.set || b.endsBefore(r.upper) {
		r.upper = b
	}
	r.check()
}

func (r *Range) check() {
	if !r.lower.set || !r.upper.set {
		return
	}
	c := r.lower.version.Compare(r.upper.version)
	r.empty = r.empty || c > 0 || c == 0 && !(r.lower.inclusive && r.upper.inclusive)
}

// And takes the versions that both ranges take.
func (r Range) And(s Range) Range {
	out := Range{}
	for _, c := range slices.Concat(r.clauses, s.clauses) {
		out.add(c)
	}
	switch len(out.clauses) {
	case len(r.clauses): // s adds nothing
		return r
	case len(s.clauses):
		return s
	}
	out.Text = strings.Trim(r.Text+","+s.Text, ",")
	return out
}

// Overlaps reports whether some version is in both ranges.
func (r Range) Overlaps(s Range) bool {
	both := r.And(s)
	if both.empty {
		return false
	}
	for _, c := range both.clauses {
		if both.excludedBy(c) {
			return false
		}
	}
	return true
}

// excludedBy reports whether a != clause takes away all that is left.
func (r Range) excludedBy(c clause) bool {
	if !r.lower.set || !r.upper.set {
		return false
	}
	switch c.operator {
	case "!=":
		return r.lower.version.comparePublic(c.version) == 0 && r.upper.version.comparePublic(c.version) == 0
	case "!=*":
		return r.lower.version.Compare(c.version.first()) >= 0 &&
			r.upper.version.Compare(c.version.next(len(c.version.release))) <= 0
	}
	return false
}

// IsPin reports whether the range names exactly one release.
func (r Range) IsPin() bool {
	return slices.ContainsFunc(r.clauses, func(c clause) bool { return c.operator == "==" })
}

// Floor is the lowest version the range takes; ok is false when it has no
// lower end.
func (r Range) Floor() (Version, bool) {
	v := r.lower.version
	if v.post == last {
		v.post = -1
	}
	if v.local == strconv.Itoa(last) {
		v.local = ""
	}
	if v.dev == 0 && v.pre.letter == 0 {
		v.dev = -1
	}
	return v, r.lower.set
}

// bounded reports whether the range says anything.
func (r Range) bounded() bool { return len(r.clauses) > 0 || r.revision }
