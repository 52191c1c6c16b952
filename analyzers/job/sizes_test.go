package job

import "testing"

// TestParseSize: a size that somebody says has a name and a text, and may say where the name stands.
func TestParseSize(t *testing.T) {
	for text, want := range map[string]struct {
		name, path, size string
		line             int
	}{
		"num_classes=10":               {name: "num_classes", size: "10"},
		" num_classes = 10 ":           {name: "num_classes", size: "10"},
		"len(vocab)=8000":              {name: "len(vocab)", size: "8000"},
		"d['a=b']=3":                   {name: "d['a=b']", size: "3"},
		"net/train.py:12:num=1000x24":  {name: "num", path: "net/train.py", line: 12, size: "1000x24"},
		"net/train.py:12: num=1000x24": {name: "num", path: "net/train.py", line: 12, size: "1000x24"},
		"train.py:0:num=3":             {name: "train.py:0:num", size: "3"}, // lines begin at 1
		"train.py:num=3":               {name: "train.py:num", size: "3"},
		"x[1:2:n]=3":                   {name: "x[1:2:n]", size: "3"}, // a slice is no place
		"a:3:n=3":                      {name: "a:3:n", size: "3"},
	} {
		s, err := ParseSize(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if s.Name != want.name || s.Path != want.path || s.Line != want.line || s.Text != want.size {
			t.Errorf("%s: name %q, path %q, line %d, text %q", text, s.Name, s.Path, s.Line, s.Text)
		}
		if again, err := ParseSize(s.String()); err != nil || !again.Same(s) || again.Text != s.Text {
			t.Errorf("%s is written as %s, which says something else", text, s)
		}
	}
	for _, text := range []string{"", "10", "num_classes", "num_classes=", "=10", "="} {
		if s, err := ParseSize(text); err == nil {
			t.Errorf("%q says a size, %s", text, s)
		}
	}
}

// TestSameSize: the same name in another file or another line is another size.
func TestSameSize(t *testing.T) {
	const size = "net.py:3:n=4"
	for text, want := range map[string]bool{
		size: true, "net.py:3:n=5": true, "net.py:4:n=4": false, "other.py:3:n=4": false, "net.py:3:m=4": false, "n=4": false,
	} {
		one, _ := ParseSize(size)
		other, _ := ParseSize(text)
		if one.Same(other) != want || other.Same(one) != want {
			t.Errorf("%s and %s: %v", size, text, !want)
		}
	}
}
