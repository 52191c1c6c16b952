package exact

import (
	"regexp"
	"strings"

	lazy "github.com/trainlint/trainlint/analyzers/pattern"
)

// expressions are Python's regular expressions, as far as Go's say the same of a text.

var patternClass, matchClass = NewClass("Pattern"), NewClass("Match")

func init() {
	enterPattern(patternClass)
	enterMatch(matchClass)
}

// pattern is what re.compile makes.
type pattern struct{ of *regexp.Regexp }

// match is one place where a pattern was found; at holds pairs of positions, -1 where a group has no part.
type match struct {
	of   *regexp.Regexp
	text string
	at   []int
}

// compiled is a pattern of a text, or one that is compiled already; nil where Go's expressions may mean something else.
func compiled(v Value) *regexp.Regexp {
	switch v := v.(type) {
	case *Instance:
		if p, ok := v.Native.(pattern); ok {
			return p.of
		}
	case string:
		if !plainASCII(v) || readOtherwise.MatchString(v) {
			return nil
		}
		if re, err := regexp.Compile(v); err == nil {
			return re
		}
	}
	return nil
}

// readOtherwise matches what Go's expressions read otherwise than Python's, or Python refuses: $ before a last newline,
// {,n} for up to n, classes in brackets, escapes and flags of one of them.
var readOtherwise = lazy.New(`[$\n]|\{,|\[\[:|\\[ZzQECpPaxuUN]|\(\?[<U-]`)

func plainASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 || text[i] == '\v' { // a space for Python, none for Go
			return false
		}
	}
	return true
}

// searched are a function's pattern and its next argument, most often the text; false where the answer may differ from
// Python's.
func searched(m *Machine, a Args, two bool) (re *regexp.Regexp, text string, ok bool) {
	if len(a.Pos) < 2 || len(a.Kw) > 0 || len(a.Pos) > 3 {
		return nil, "", false
	}
	text, isText := a.Pos[1].(string)
	if re = compiled(a.Pos[0]); re == nil || !isText || !plainASCII(text) || two && len(a.Pos) > 2 {
		return nil, "", false
	}
	m.Spend(len(text))
	return re, text, true
}

func (s match) group(i int) Value {
	if s.at[2*i] < 0 {
		return None
	}
	return s.text[s.at[2*i]:s.at[2*i+1]]
}

func found(re *regexp.Regexp, text string, at []int) Value {
	if at == nil {
		return None
	}
	return &Instance{Class: matchClass, Native: match{re, text, at}}
}

// enterExpressions are the functions of re.
func enterExpressions(add adds) {
	for name, do := range expressionFunctions {
		add("re."+name, func(m *Machine, a Args) Value {
			re, text, ok := searched(m, a, name != "sub" && name != "split")
			if !ok {
				return m.Unknown("re.%s", name)
			}
			return do(m, re, text, a)
		})
	}
	add("re.compile", func(m *Machine, a Args) Value {
		if re := compiled(a.Pos[0]); re != nil && len(a.Pos)+len(a.Kw) == 1 {
			return &Instance{Class: patternClass, Native: pattern{re}}
		}
		return m.Unknown("re.compile")
	})
}

var expressionFunctions = map[string]func(m *Machine, re *regexp.Regexp, text string, a Args) Value{
	"search": func(_ *Machine, re *regexp.Regexp, text string, _ Args) Value {
		return found(re, text, re.FindStringSubmatchIndex(text))
	},
	"match": func(_ *Machine, re *regexp.Regexp, text string, _ Args) Value {
		return found(re, text, anchored(re, `\A(?:`, `)`).FindStringSubmatchIndex(text))
	},
	"fullmatch": func(_ *Machine, re *regexp.Regexp, text string, _ Args) Value {
		return found(re, text, anchored(re, `\A(?:`, `)\z`).FindStringSubmatchIndex(text))
	},
	"findall": func(m *Machine, re *regexp.Regexp, text string, _ Args) Value {
		list := &List{}
		for _, at := range re.FindAllStringSubmatch(text, -1) {
			if at[0] == "" {
				return m.Unknown("re.findall where nothing stands") // behind another match Python counts it, Go does not
			}
			switch len(at) {
			case 1:
				list.Items = append(list.Items, at[0])
			case 2:
				list.Items = append(list.Items, at[1])
			default:
				several := &Tuple{}
				for _, group := range at[1:] {
					several.Items = append(several.Items, group)
				}
				list.Items = append(list.Items, several)
			}
		}
		return list
	},
	"split": func(m *Machine, re *regexp.Regexp, text string, a Args) Value {
		list, from := &List{}, 0
		if len(a.Pos) > 2 {
			return m.Unknown("re.split")
		}
		for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
			if at[0] == at[1] {
				return m.Unknown("re.split where nothing stands")
			}
			list.Items = append(list.Items, text[from:at[0]])
			for i := 1; i < len(at)/2; i++ {
				list.Items = append(list.Items, match{re, text, at}.group(i))
			}
			from = at[1]
		}
		list.Items = append(list.Items, text[from:])
		return list
	},
	"sub": func(m *Machine, re *regexp.Regexp, by string, a Args) Value {
		text, ok := a.Or(2, "string", None).(string)
		if !ok || !plainASCII(text) || strings.Contains(by, `\`) {
			return m.Unknown("re.sub")
		}
		m.Spend(len(text))
		for _, at := range re.FindAllStringIndex(text, -1) {
			if at[0] == at[1] {
				return m.Unknown("re.sub where nothing stands")
			}
		}
		out := re.ReplaceAllLiteralString(text, by)
		m.grows(len(out))
		return out
	},
}

// anchored is the expression between others.
func anchored(re *regexp.Regexp, before, behind string) *regexp.Regexp {
	return regexp.MustCompile(before + re.String() + behind)
}

func enterPattern(c *Class) {
	for _, name := range []string{"search", "match", "fullmatch", "findall", "split", "sub"} {
		c.Method(name, func(m *Machine, a Args) Value {
			re, text, ok := searched(m, a, name != "sub" && name != "split")
			if !ok {
				return m.Unknown("re.%s", name)
			}
			return expressionFunctions[name](m, re, text, a)
		})
	}
}

func enterMatch(c *Class) {
	at := func(m *Machine, s match, key Value) Value {
		i, ok := m.Index(key)
		if name, isText := key.(string); isText {
			i, ok = int64(s.of.SubexpIndex(name)), true
		}
		if !ok || i < 0 || i >= int64(len(s.at)/2) {
			return m.Unknown("a group of a match")
		}
		return s.group(int(i))
	}
	self := func(a Args) match { return a.Pos[0].(*Instance).Native.(match) }
	c.Method("group", func(m *Machine, a Args) Value {
		switch len(a.Pos) {
		case 1:
			return self(a).group(0)
		case 2:
			return at(m, self(a), a.Pos[1])
		}
		several := &Tuple{}
		for _, key := range a.Pos[1:] {
			several.Items = append(several.Items, at(m, self(a), key))
		}
		return several
	})
	c.Method("__getitem__", func(m *Machine, a Args) Value { return at(m, self(a), a.Pos[1]) })
	c.Method("groups", func(_ *Machine, a Args) Value {
		s, several := self(a), &Tuple{}
		for i := 1; i < len(s.at)/2; i++ {
			several.Items = append(several.Items, s.group(i))
		}
		return several
	})
	c.Method("start", func(_ *Machine, a Args) Value { return int64(self(a).at[0]) })
	c.Method("end", func(_ *Machine, a Args) Value { return int64(self(a).at[1]) })
}
