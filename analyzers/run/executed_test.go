package run

import (
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/python"
	"github.com/trainlint/trainlint/analyzers/source"
)

// TestExecuted: exec of a file of the project runs among the names of the module; of any other text nobody knows what
// it sets.
func TestExecuted(t *testing.T) {
	files := map[string]string{
		"over.py": "import sys\nfrom ast import literal_eval\nfor word in ['--n=7', '--name=big', '--rate=x']:\n    key, text = word[2:].split('=')\n" +
			"    if key in globals():\n        try:\n            value = literal_eval(text)\n        except (SyntaxError, ValueError):\n            value = text\n" +
			"        assert type(value) == type(globals()[key])\n        globals()[key] = value\n",
		"twice.py": "exec(open('plain.py').read())\nn = n + 1\n",
		"plain.py": "n = 40\ndef helper(x):\n    return x + n\n",
		"self.py":  "exec(open('self.py').read())\nn = 3\n",
	}
	for _, c := range []struct{ name, text, want string }{
		{"what a file binds", "n = 1\nexec(open('plain.py').read())\nx = n\n", "40"},
		{"a function of it", "exec(open('plain.py').read())\nx = helper(2)\n", "42"},
		{"one that runs another", "n = 1\nexec(open('twice.py').read())\nx = n\n", "41"},
		{"one that runs itself", "n = 1\nexec(open('self.py').read())\nx = n\n", "3"},
		{"names by their texts", "n, name, rate = 1, 'small', 'y'\nexec(open('over.py').read())\nx = (n, name, rate)\n", "(7, 'big', 'x')"},
		{"a file that is not there", "n = 1\nexec(open('other.py').read())\nx = n\n", "?"},
		{"a text that nobody knows", "n = 1\nexec(given)\nx = n\n", "?"},
		{"what is no constant", "n = [1]\nexec(given)\nx = n\n", "[1]"},
		{"set behind it", "exec(given)\nn = 2\nx = n\n", "2"},
		{"in a dictionary of its own", "n, d = 1, {'a': 1}\nexec(given, d)\nx = n\n", "1"},
		{"among the names of the module, given", "n = 1\nexec(given, globals())\nx = n\n", "?"},
		{"names that are set by a dictionary", "n = 1\nglobals().update(given)\nx = n\n", "?"},
		{"what a dictionary of its own holds then", "d = {'a': 1}\nexec(given, d)\nx = d['a']\n", "?"},
		{"within a function", "n = 1\ndef f():\n    exec(given)\nf()\nx = n\n", "1"},
		{"a name that is set by its text", "n = 1\nglobals()['n'] = 5\nx = n\n", "5"},
		{"a name that only the run knows", "n = 1\nglobals()[given] = 5\nx = n\n", "?"},
		{"a name that is read by its text", "n = 4\nx = globals()['n']\n", "4"},
		{"a literal", "from ast import literal_eval\nx = literal_eval('-2.5')\n", "-2.5"},
		{"two literals", "from ast import literal_eval\nx = literal_eval('1 2')\n", "?"},
		{"a literal and an operator", "from ast import literal_eval\nx = literal_eval('5 +')\n", "?"},
		{"a literal and a bracket", "from ast import literal_eval\nx = literal_eval('5]')\n", "?"},
		{"a literal and a quote", "from ast import literal_eval\nx = literal_eval('5\"')\n", "?"},
		{"a literal and what is no word", "from ast import literal_eval\nx = literal_eval('5 ?')\n", "?"},
		{"what is no word and a literal", "from ast import literal_eval\nx = literal_eval('$ 5')\n", "?"},
		{"a bracket and a literal", "from ast import literal_eval\nx = literal_eval('(5')\n", "?"},
		{"half a literal", "from ast import literal_eval\nx = literal_eval('-1)')\n", "?"},
		{"no literal, and what is done then", "from ast import literal_eval\ntext = 'abc'\ntry:\n    x = literal_eval(text)\nexcept ValueError:\n    x = 0\n", "0"},
		{"a number with its sign", "from ast import literal_eval\ntext = '+16'\ntry:\n    x = literal_eval(text)\nexcept ValueError:\n    x = 5\n", "or 5"},
		{"a tuple without brackets", "from ast import literal_eval\ntext = '1,2'\ntry:\n    x = literal_eval(text)\nexcept ValueError:\n    x = 5\n", "or 5"},
		{"a large number", "text = '99999999999999999999'\ntry:\n    x = int(text)\nexcept ValueError:\n    x = 5\n", "or 5"},
		{"another exception", "from ast import literal_eval\ntext = 'abc'\ntry:\n    x = literal_eval(text)\nexcept TypeError:\n    x = 5\n", "or 5"},
		{"a number that is one", "text = '12'\ntry:\n    x = int(text)\nexcept ValueError:\n    x = 0\n", "12"},
		{"a word that may be one", "text = str(given)\ntry:\n    x = int(text)\nexcept ValueError:\n    x = 0\n", "or 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			module, err := python.Parse(source.New("script.py", []byte(c.text)))
			if err != nil {
				t.Fatal(err)
			}
			m := New(Options{Main: module, Script: func(path string) *python.Module {
				text, ok := files[path]
				if !ok {
					return nil
				}
				found, err := python.Parse(source.New(path, []byte(text)))
				if err != nil {
					t.Fatal(err)
				}
				return found
			}})
			m.Run(module, "script")
			got := m.Show(m.get(m.Unit(module, "script").scope, "x"))
			switch {
			case c.want == "?":
				if !strings.Contains(got, "unknown") && !strings.HasPrefix(got, "n") {
					t.Errorf("%s, want nothing known", got)
				}
			case strings.HasPrefix(c.want, "or "):
				if !strings.HasSuffix(got, c.want) {
					t.Errorf("%s, want … %s", got, c.want)
				}
			case got != c.want:
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}
