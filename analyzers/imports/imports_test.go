package imports

import (
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func TestLocateInFoldersOnThePath(t *testing.T) {
	files := map[string]string{
		"tools/train.py":         "import sys\nsys.path.insert(0, '../net.works')\nfrom zoo.model import Net\nfrom .zoo import other\n",
		"tools/test.py":          "from zoo.model import Net\n",
		"net.works/zoo/model.py": "class Net: pass\n",
		"net.works/beside.py":    "",
	}
	f := &Finder{
		Exists: func(path string) bool { _, is := files[path]; return is },
		Open: func(path string) *source.File {
			if text, is := files[path]; is {
				return source.New(path, []byte(text))
			}
			return nil
		},
	}
	for _, c := range []struct{ dotted, from, want string }{
		{"zoo.model", "tools/train.py", "net.works/zoo/model.py"},
		{"zoo.model", "tools/test.py", ""}, // which another file of the folder puts there, does not reach this one
		{"beside", "tools/train.py", "net.works/beside.py"},
		{".zoo.model", "tools/train.py", ""}, // a relative name is not looked for on the path
		{"torch", "tools/train.py", ""},
	} {
		if got := f.Locate(c.dotted, c.from); got != c.want {
			t.Errorf("%s in %s is %q, not %q", c.dotted, c.from, got, c.want)
		}
	}
}
