package python

import (
	"strings"
	"testing"
)

// texts are what nodes are in the file, one behind the other.
func texts[N Node](m *Module, list []N) string {
	var all []string
	for _, n := range list {
		all = append(all, m.File.Slice(n.Span()))
	}
	return strings.Join(all, " ")
}

func TestAttributes(t *testing.T) {
	m := parse(t, "a.grad = b.grad\nc.grad += 1\nd.other\ne.grad: bool\nf = g.grad = 2\n")
	list := m.Attributes(func(name string) bool { return name == "grad" })
	if got := texts(m, list); got != "a.grad b.grad c.grad e.grad g.grad" {
		t.Errorf("attributes: %s", got)
	}
	written := ""
	for _, a := range list {
		if a.Assignment() != nil {
			written += m.File.Slice(a.Value.Span())
		}
	}
	if written != "ag" {
		t.Errorf("assigned to are %s, want a and g", written)
	}
}

func TestUses(t *testing.T) {
	m := parse(t, "data = load()\nuse(data)\ndef f():\n    return data\ndef g(data):\n    return data\nother = data\n")
	_, bindings := m.Lookup("data", m.Body[0])
	uses := m.Uses(bindings[0])
	if len(uses) != 3 {
		t.Fatalf("%d uses, want 3", len(uses))
	}
	if m.File.LineOf(uses[1].Span().Start) != 4 || m.File.LineOf(uses[2].Span().Start) != 7 {
		t.Error("the parameter of g is not what was loaded")
	}
	again := parse(t, "data = load()\nuse(data)\ndata = 2\n")
	_, bindings = again.Lookup("data", again.Body[0])
	if len(again.Uses(bindings[0])) != 0 {
		t.Error("a name with two values stands for neither")
	}
}

func TestMentions(t *testing.T) {
	m := parse(t, "import one.two as three\nfrom four import five\ndef six(seven=8):\n    '''nine'''\n    ten.eleven(twelve='thirteen')  # fourteen\n"+
		"class fifteen: pass\nf'{sixteen}'\n")
	for word, want := range map[string]bool{"one.two": true, "three": true, "four": true, "five": true, "six": true, "seven": true, "nine": false,
		"ten": true, "eleven": true, "twelve": true, "thirteen": true, "fourteen": false, "fifteen": true, "sixteen": false, "seventeen": false} {
		if got := m.Mentions(func(w string) bool { return w == word }); got != want {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
	if MentionsIn(m.Body[3], func(w string) bool { return w == "ten" }) || !MentionsIn(m.Body[2], func(w string) bool { return w == "ten" }) {
		t.Error("ten stands in six")
	}
	if !CallsIn(m.Body[2], func(w string) bool { return w == "eleven" }) || CallsIn(m.Body[2], func(w string) bool { return w == "ten" }) {
		t.Error("eleven is called, ten is not")
	}
	for module, want := range map[string]bool{"one.two": true, "four": true, "five": false} {
		if m.ImportsFrom(func(name string) bool { return name == module }) != want {
			t.Errorf("imports %s: want %v", module, want)
		}
	}
	relative := parse(t, "from .four import five\n")
	if relative.ImportsFrom(func(name string) bool { return name == "four" }) {
		t.Error("a module of the project is no library")
	}
}

func TestPasses(t *testing.T) {
	m := parse(t, "f(one=False)\ng({'two': False})\nthree = False\nself.four = False\nh(five=True)\nsix: bool\n")
	for name, want := range map[string]bool{"one": true, "two": true, "three": true, "four": true, "five": false, "six": false} {
		if m.Passes(name, m.IsFalse) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}

func TestOnlyValue(t *testing.T) {
	m := parse(t, "a = one()\nb = 1\nb = 2\nfor c in d: pass\nuse(a, b, c, three())\n")
	use := m.Body[4].(*ExprStmt).Value.(*Call)
	var got []string
	for _, arg := range use.Args {
		text := "nothing"
		if v := m.OnlyValue(arg.Value); v != nil {
			text = m.File.Slice(v.Span())
		}
		got = append(got, text)
	}
	if strings.Join(got, " ") != "one() nothing nothing three()" {
		t.Errorf("values are %v", got)
	}
}

func TestDicts(t *testing.T) {
	m := parse(t, "a = {'x': {'y': 1}}\nb = {'y': {'x': 2}}\n")
	list := Dicts(m, func(d *Dict) (string, bool) {
		key := d.Items[0].Key.(*String).Text
		return m.File.Slice(d.Span()), key == "y"
	})
	if strings.Join(list, "|") != "{'y': 1}|{'y': {'x': 2}}" {
		t.Errorf("picked %v", list)
	}
}

func TestTestsBefore(t *testing.T) {
	m := parse(t, "if zero: pass\ndef f():\n    assert one\n    if two:\n        here\n    if three: pass\n")
	if got := texts(m, m.TestsBefore(nodeNamed(t, m, "here"))); got != "one two" {
		t.Errorf("asked before: %s", got)
	}
	if got := texts(m, m.TestsBefore(m.Body[1])); got != "zero" {
		t.Errorf("asked before f: %s", got)
	}
}

func TestEnvironmentSettings(t *testing.T) {
	m := parse(t, "import os\nKEY = 'A'\nos.environ['A'] = 'one'\nos.environ.setdefault('A', 'two')\nos.putenv('B', 'three')\nenv = {'A': 'four'}\n"+
		"env[KEY] = 'five'\nos.environ['C'] = 'six'\nmonkeypatch.setenv('B', 'seven')\n")
	var got []string
	for _, s := range m.EnvironmentSettings("A", "B") {
		own := ""
		if s.Own {
			own = "!"
		}
		got = append(got, s.Name+"="+m.File.Slice(s.Value.Span())+own)
	}
	if strings.Join(got, " ") != "A='one'! A='two'! B='three'! A='four' A='five' B='seven'" {
		t.Errorf("settings: %v", got)
	}
}
