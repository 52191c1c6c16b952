package pytoken

import "testing"

// What CPython's ast.parse says, and where: the line and the message of its IndentationError or TabError.
func TestIndentationIsJudgedAsCPythonDoes(t *testing.T) {
	for text, want := range map[string]struct {
		offset  int
		message string
	}{
		"x = 1\n  y = 2\n":                        {8, "unexpected indent"},
		"if x: y\n  z\n":                          {10, "unexpected indent"},
		"x = 1\n\n# c\n  # c\n  y\n":              {19, "unexpected indent"},
		"  \\\nx = 1\n":                           {4, "unexpected indent"},
		"\\\n  x = 1\n":                           {4, "unexpected indent"},
		"if x:\n    y\n  z\n":                     {14, "unindent does not match any outer indentation level"},
		"if x:\n    y\n  \\\n    z\n":             {20, "unindent does not match any outer indentation level"},
		"if x:\n    if y:\n  z\n":                 {18, "unindent does not match any outer indentation level"},
		"if x:\n\ty\n        z\n":                 {17, "inconsistent use of tabs and spaces in indentation"},
		"if x:\n        y\n\tz\n":                 {17, "inconsistent use of tabs and spaces in indentation"},
		"if x:\n    y\n\tz\n":                     {13, "inconsistent use of tabs and spaces in indentation"},
		"def f(\n  x):\ny\n":                      {13, "expected an indented block after function definition on line 1"},
		"async def f():":                          {14, "expected an indented block after function definition on line 1"},
		"class A:\n\n\n":                          {10, "expected an indented block after class definition on line 1"},
		"try:\n  x\nexcept E: # c\n  # c\ny\n":    {29, "expected an indented block after 'except' statement on line 3"},
		"if x:\n  y\nelse:\nz\n":                  {16, "expected an indented block after 'else' statement on line 3"},
		"match x:\n  case {1: 2}:\n  case _: y\n": {26, "expected an indented block after 'case' statement on line 2"},
		// nothing wrong, or something else first
		"x = {\n1:\n  2}\nif x:\n\n\ty\n# c\n\tz\n":        {},
		"if x:\n  \\\n      y\n  z\n":                      {},
		"if x:\n  y\n\f  z\n":                              {},
		"x = '''\n  a\n b'''; y = \"\\\n  c\"\n":           {},
		"x = (1\n  y\n":                                    {},
		"x = 1 $ 2\n  y\n":                                 {},
		"print 'a'\nif x:\n\ty\n        z\n":               {},
		"if x:\n\tprint >>f, y\n        exec 'z' in y\n":   {},
		"\xef\xbb\xbfx = 1\r\nif x:\r\n\ty\r\n\r\n\tz\r\n": {},
		"lambda x: 1\nx: int\nif x: y; z\n":                {},
	} {
		got := Indentation([]byte(text))
		if got == nil {
			got = &Error{}
		}
		if got.Offset != want.offset || got.Message != want.message {
			t.Errorf("%q: %d %s, want %d %s", text, got.Offset, got.Message, want.offset, want.message)
		}
	}
}
