package python

import (
	"slices"
	"testing"

	"github.com/trainlint/trainlint/analyzers/source"
)

func TestOffered(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"classes and functions", "class A:\n    pass\ndef f():\n    pass\n", []string{"A", "f"}},
		{"used by another", "class Block:\n    pass\nclass Net:\n    def __init__(self):\n        self.b = Block()\n", []string{"Net"}},
		{"a base", "class Base:\n    pass\nclass Net(Base):\n    pass\n", []string{"Net"}},
		{"its own name inside of it", "class Net(object):\n    def __init__(self):\n        super(Net, self).__init__()\n", []string{"Net"}},
		{"tried as a script", "class Net:\n    pass\nif __name__ == '__main__':\n    Net()\n", []string{"Net"}},
		{"run at once", "class Net:\n    pass\nnet = Net()\n", nil},
		{"its own affair", "class _Net:\n    pass\ndef f():\n    pass\n", []string{"f"}},
		{"imported for others", "from torch.nn.functional import cross_entropy\nfrom torch import nn\ndef f():\n    return nn.GELU()\n", []string{"cross_entropy", "f"}},
		{"bound twice", "def f():\n    pass\ndef f():\n    return 1\n", []string{"f"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Parse(source.New("m.py", []byte(c.text)))
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Offered(); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
