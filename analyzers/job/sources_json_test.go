package job

import (
	"strings"
	"testing"
)

// TestJSONOfConfigs: what PyYAML and toml read, as JSON says it; nothing where JSON has no word for it.
func TestJSONOfConfigs(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: 1.0\nc: 1e-4\nd: 2.5e-3\n":        `{"a":1,"b":1.0,"c":"1e-4","d":0.0025}`,
		"a: yes\nb: ~\nc: 'no'\nd: \"x\\ty\"\n":     `{"a":true,"b":null,"c":"no","d":"x\ty"}`,
		"a: [1, [two, 3.0]]\nb: {c: {}, d: []}\n":   `{"a":[1,["two",3.0]],"b":{"c":{},"d":[]}}`,
		"a: &x {n: 1}\nb: *x\n":                     `{"a":{"n":1},"b":{"n":1}}`,
		"- 1\n- a\n":                                `[1,"a"]`,
		"just a text\n":                             `"just a text"`,
		"a: .inf\n":                                 "",
		"a: .nan\n":                                 "",
		"1: one\n":                                  "", // a key that is no text
		"yes: one\n":                                "",
		"a: 2001-02-03\n":                           "", // a date
		"base: &b {n: 1}\nall:\n  <<: *b\n  m: 2\n": "", // keys that come from elsewhere
		"a: [1\n":                                   "",
		"":                                          "null", "# nothing yet\n": "null", "{}\n": "{}",
		"a: " + strings.Repeat("[", 30) + "1" + strings.Repeat("]", 30) + "\n": `{"a":` + strings.Repeat("[", 30) + "1" + strings.Repeat("]", 30) + "}",
		"a: " + strings.Repeat("[", 40) + "1" + strings.Repeat("]", 40) + "\n": "",
		"a: [" + strings.Repeat("1, ", 20_000) + "1]\n":                        "",
	} {
		if got := string((&Sources{}).JSON("yaml", text)); got != want {
			t.Errorf("%.80q: %.80s, want %.80s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"{a: 1, 'b': [2, 3,], // more\n \"c\": {\"d\": \"x\"},}": `{"a":1,"b":[2,3],"c":{"d":"x"}}`,
		"{/* lr */ \"lr\": 6e-4}":                                `{"lr":0.0006}`,
		"{a: Infinity}":                                          "",
		"{a: +1}":                                                "",
		"{a: [1}":                                                "",
	} {
		if got := string((&Sources{}).JSON("json5", text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	const toml = "n = 3\nlr = 1e-4\nname = \"a\"\n[train]\nbatch = [1, 2]\nfast = true\n"
	if got := string((&Sources{}).JSON("toml", toml)); got != `{"n":3,"lr":0.0001,"name":"a","train":{"batch":[1,2],"fast":true}}` {
		t.Errorf("TOML: %s", got)
	}
}
