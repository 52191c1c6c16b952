package built

import (
	"strings"
	"testing"
)

// TestCollectedItems: of what a dataset collects in a loop over the lines of a file, one item is known, whatever the
// loop calls to make it, as long as that only gives an answer. What changes something else is not followed.
func TestCollectedItems(t *testing.T) {
	const script = "\n-- train.py --\nimport json\nimport pandas as pd\nimport torch\nfrom torch import nn\nfrom torch.utils.data import DataLoader, Dataset\nfrom transformers import AutoTokenizer\n\n\n" +
		"class Texts(Dataset):\n    def __init__(self, path, tok, most):\n        self.tok, self.most, self.items, self.seen, self.count = tok, most, [], [], 0\nFILL\n\n" +
		"    def encode(self, text):\n        ENCODE\n\n    def __len__(self):\n        return len(self.items)\n\n    def __getitem__(self, n):\n        return GIVES\n\n\n" +
		"class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.table = nn.Embedding(100, 32)\n        self.head = nn.Linear(32, 2)\n\n    def forward(self, ids):\n        return self.head(self.table(ids.flatten(1)).mean(1))\n\n\n" +
		"tok = AutoTokenizer.from_pretrained('bert-base-uncased')\nnet = Net().cuda()\nopt = torch.optim.AdamW(net.parameters())\n" +
		"for ids in DataLoader(Texts('a.txt', tok, 48), batch_size=8, shuffle=True):\n    loss = net(ids.cuda()).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	const told = "return self.tok(text, padding='max_length', truncation=True, max_length=self.most, return_tensors='pt')['input_ids']"
	const each = "        for line in open(path):\n            self.items.append(self.encode(line))"
	for name, c := range map[string]struct {
		fill, encode, gives string
		known               bool
	}{
		"nothing before":  {"        self.items = [json.loads(line) for line in open(path)]", told, "self.encode(self.items[n]['text'])", true},
		"a method":        {each, told, "self.items[n]", true},
		"the tokenizer":   {strings.ReplaceAll(each, "self.encode(line)", "self.tok(line, padding='max_length', truncation=True, max_length=48, return_tensors='pt')"), told, "self.items[n].input_ids", true},
		"a comprehension": {"        self.items = [self.encode(line) for line in open(path)]", told, "self.items[n]", true},
		"rows of a table": {"        for _, row in pd.read_csv(path).iterrows():\n            self.items.append(self.encode(row['text']))", told, "self.items[n]", true},
		"lists of numbers": {each, "ids = []\n        ids += self.tok.encode(text, max_length=40, truncation=True)\n        ids.extend([0] * (self.most - len(ids)))\n        return ids",
			"torch.tensor(self.items[n])", true},
		"a name of Python's": {"        for line in open(path):\n            input, n = self.encode(line), len(line)\n            self.items.append(input)", told, "self.items[n]", true},
		"lines left out":     {"        for line in open(path):\n            line = line.strip()\n            if not line:\n                continue\n            self.items.append(self.encode(line))", told, "self.items[n]", true},
		"lines chosen":       {"        for line in open(path):\n            if line.endswith('x'):\n                self.items.append(self.encode(line))", told, "self.items[n]", true},
		"joined":             {each + "\n        self.items = torch.cat(self.items)", told, "self.items[n]", true},

		"lines of two kinds":         {"        for line in open(path):\n            if line.endswith('x'):\n                self.items.append(self.encode(line))\n            else:\n                self.items.append(torch.zeros(1, 9).long())", told, "self.items[n]", false},
		"joined side by side":        {each + "\n        self.items = torch.cat(self.items, 1)", told, "self.items[:, n]", false},
		"a method that keeps":        {each, "self.seen.append(text)\n        " + told, "self.items[n]", false},
		"a method that counts":       {each, "self.count += 1\n        " + told, "self.items[n]", false},
		"a list that it is given":    {strings.Replace(each, "self.encode(line)", "self.encode(self.seen)", 1), "text.append(1)\n        " + told, "self.items[n]", false},
		"a tokenizer that is filled": {each, "self.tok.add_tokens([text])\n        " + told, "self.items[n]", false},
		"texts that are not cut":     {each, "return self.tok(text, return_tensors='pt')['input_ids']", "self.items[n]", false},
	} {
		text := strings.NewReplacer("FILL", c.fill, "ENCODE", c.encode, "GIVES", c.gives).Replace(script)
		step, gap := Train(jobOf(t, text), 0)
		if (gap == nil) != c.known {
			t.Errorf("%s: %v", name, gap)
		}
		if c.known && gap == nil && step.Inputs[0] != "8x1x48" && step.Inputs[0] != "8x48" {
			t.Errorf("%s: %s", name, step.Inputs[0])
		}
	}
}

// TestPaddedRows: sequences of which nobody knows how long they are give a batch of which nothing is known, and no
// program that fails.
func TestPaddedRows(t *testing.T) {
	const script = "\n-- train.py --\nimport torch\nfrom torch import nn\nfrom torch.nn.utils.rnn import pad_sequence\nfrom torch.utils.data import DataLoader, Dataset\n\n\n" +
		"class Words(Dataset):\n    def __init__(self):\n        self.lines = [line.split() for line in open('a.txt')]\n\n    def __len__(self):\n        return len(self.lines)\n\n" +
		"    def __getitem__(self, n):\n        return torch.LongTensor([len(word) for word in self.lines[n]])\n\n\n" +
		"net = nn.Embedding(10, 4).cuda()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n" +
		"for x in DataLoader(Words(), 16, collate_fn=lambda batch: pad_sequence(batch, batch_first=True)):\n    n = len(x[0])\n    loss = net(x.cuda()).sum()\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	if step, gap := Train(jobOf(t, script), 0); gap == nil || gap.Raised {
		t.Errorf("%+v, %v", step, gap)
	}
}
