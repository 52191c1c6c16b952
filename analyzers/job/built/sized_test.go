package built

import (
	"fmt"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/analyzers/job"
)

// sizedScript trains on rows of a file; %s stands for what is made of them.
const sizedScript = `
-- train.py --
import pickle
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from rows import other


class Rows(Dataset):
    def __init__(self, path):
        self.rows = pickle.load(open(path, "rb"))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


width = 8
%s
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for x, y in DataLoader(Rows("a.pickle"), batch_size=16):
    loss = nn.functional.mse_loss(net(x.cuda()), y.cuda())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


-- rows.py --
import pickle


def other():
    columns = len(pickle.load(open("b.pickle", "rb")))
    return columns
`

// TestAsks: what an answer waits for is named, and what is said of it is taken where it is asked for and nowhere else.
func TestAsks(t *testing.T) {
	for _, c := range []struct{ name, script, said, want string }{
		{"a number, by its variable", "columns = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(columns, 2)", "", "columns"},
		{"by the expression", "net = nn.Linear(len(pickle.load(open('c.pickle', 'rb'))), 2)", "", `len(pickle.load(open('c.pickle', 'rb')))`},
		{"what it is computed from", "n = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(2 * n + 1, 2)", "", "n"},
		{"then the batch", "columns = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(columns, 2)", "columns=8", "x"},
		{"then nothing", "columns = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(columns, 2)", "columns=8 x=16x8", "18 parameters"},
		{"of the table that a number is read off", "rows = pickle.load(open('c.pickle', 'rb'))\nnet = nn.Linear(rows.shape[1], 2)", "rows=100x8 x=16x8", "18 parameters"},
		{"one that is called the same elsewhere is another one", "columns = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(columns, other())",
			"train.py:21:columns=8", "columns"},
		{"of the tensor that has sides", "table = pickle.load(open('d.pickle', 'rb'))\nnet = nn.Linear(table.permute(1, 0).size(0), 2)", "", "table"},
		{"and what is read off them", "table = pickle.load(open('d.pickle', 'rb'))\nnet = nn.Linear(table.permute(1, 0).size(0), 2)", "table=4x8 x=16x8", "18 parameters"},
		{"one of several that are read off at once", "def sides():\n    return pickle.load(open('e.pickle', 'rb')).shape\n\n\nn, m = sides()\nprint(f'{n} by {m}')\nnet = nn.Linear(n, 2)", "n=8 x=16x8", "18 parameters"},
		{"where it is counted, and not where it is handed on", "class Net(nn.Linear):\n    def __init__(self, width):\n        self.n = width\n        super().__init__(self.n, 2)\n\n\n" +
			"net = Net(len(pickle.load(open('c.pickle', 'rb'))))", "", `len(pickle.load(open('c.pickle', 'rb')))`},
		{"of which something is rounded", "import math\nrows = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(math.ceil(rows / 2), 2)", "", "rows"},
		{"of which a known part is bounded", "rows = len(pickle.load(open('c.pickle', 'rb')))\nnet = nn.Linear(8, 2)\nscale = min(1.0, 0.9 / round(rows / 4))", "x=16x8", "18 parameters"},
		{"what the program knows is not asked for", "net = nn.Linear(width, 2)", "", "x"},
	} {
		j := jobOf(t, fmt.Sprintf(sizedScript, c.script))
		for _, word := range strings.Fields(c.said) {
			s, err := job.ParseSize(word)
			if err != nil {
				t.Fatal(err)
			}
			j.Size([]*job.Size{s})
		}
		var got string
		j.Supposing(nil, func() {
			if list := Asks(j, 0, ""); len(list) > 0 {
				got = list[0].Name
			} else if models := Of(j); models != nil && models.Open() == nil {
				got = fmt.Sprintf("%d parameters", models.parameters())
			}
		})
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestWants: what a forward pass looks at first is what its first layer takes, where that layer tells.
func TestWants(t *testing.T) {
	for _, c := range []struct{ layers, forward, want string }{
		{"self.a = nn.LSTM(7, 8, batch_first=True); self.b = nn.Linear(8, 2)", "torch.zeros(1, x.size(0), 8); x = self.b(self.a(x)[0][:, -1])", "24x7:float32"},
		{"self.a = nn.LSTM(7, 8); self.b = nn.Linear(8, 2)", "torch.zeros(1, x.size(1), 8); x = self.b(self.a(x)[0][-1])", ""},
		{"self.d = nn.Dropout(0.1); self.a = nn.Linear(7, 2)", "torch.zeros(x.shape[0], 2); x = self.a(self.d(x))", "7:float32"},
		{"self.a = nn.Conv2d(3, 2, 3)", "torch.zeros(x.size(0), 2); x = self.a(x)", "3x224x224:float32"},
		{"self.a = nn.Conv1d(3, 2, 3)", "torch.zeros(x.size(0), 2); x = self.a(x)", "3x1000:float32"},
		{"self.n = nn.LayerNorm(7); self.a = nn.Linear(7, 2)", "torch.zeros(x.size(0), 2); x = self.a(self.n(x))", ""},
	} {
		net := "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        " + c.layers +
			"\n\n    def forward(self, x):\n        h = " + c.forward + "\n        return x\n\n\nnet = Net().cuda()"
		j := jobOf(t, fmt.Sprintf(sizedScript, net))
		list := Asks(j, 0, "")
		if len(list) == 0 || list[0].Wants != c.want {
			t.Errorf("%s: %+v, want %s", c.layers, *list[0], c.want)
		}
	}
}

// TestOtherwise: a size that the program knows itself is refused, and one that nobody asks for is not taken.
func TestOtherwise(t *testing.T) {
	j := jobOf(t, fmt.Sprintf(sizedScript, "net = nn.Linear(width, 2)"))
	for _, word := range []string{"width=9", "x=16x8", "depth=3"} {
		s, err := job.ParseSize(word)
		if err != nil {
			t.Fatal(err)
		}
		j.Size([]*job.Size{s})
	}
	if _, gap := Train(j, 0); gap != nil {
		t.Fatal(gap.Reason)
	}
	var got []string
	for _, s := range j.Sizes() {
		taken, otherwise := s.Outcome()
		word := fmt.Sprint(s.Name, " ", taken)
		if otherwise != nil {
			word += " " + otherwise.What
		}
		got = append(got, word)
	}
	if all := strings.Join(got, ", "); all != "width false 8, x true, depth false" {
		t.Error(all)
	}
}
