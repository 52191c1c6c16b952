package built

import (
	"strings"
	"testing"
)

// TestTokenizersOfFiles: a vocabulary that lies beside the script, in the file of a tokenizer, says how wide a model
// is; the counts are those of tokenizers 0.22. What training a tokenizer makes of a text is not known.
func TestTokenizersOfFiles(t *testing.T) {
	const script = "\n-- train.py --\nimport torch\nfrom tokenizers import Tokenizer\nfrom tokenizers.models import BPE\nfrom torch import nn\n" +
		"class Net(nn.Module):\n    def __init__(self, vocab):\n        super().__init__()\n        self.emb = nn.Embedding(vocab, 16)\n        self.head = nn.Linear(16, vocab)\n    def forward(self, x):\n        return self.head(self.emb(x))\n" +
		"tok = MADE\ndata = torch.tensor(tok.encode('a long text').ids)\nmodel = Net(SIZE).cuda()\nopt = torch.optim.AdamW(model.parameters())\n" +
		"for _ in range(100):\n    at = torch.randint(0, len(data) - 8, (4,))\n    x = torch.stack([data[i:i + 8] for i in at]).cuda()\n" +
		"    loss = nn.functional.cross_entropy(model(x).flatten(0, 1), x.flatten())\n    opt.zero_grad()\n    loss.backward()\n    opt.step()\n"
	const bpe = "\n-- bpe.json --\n{\"added_tokens\": [{\"id\": 0, \"content\": \"[UNK]\"}, {\"id\": 4, \"content\": \"[PAD]\"}], \"model\": {\"type\": \"BPE\", \"vocab\": {\"[UNK]\": 0, \"a\": 1, \"b\": 2, \"ab\": 3}, \"merges\": [\"a b\"]}}\n"
	const unigram = "\n-- unigram.json --\n{\"added_tokens\": null, \"model\": {\"type\": \"Unigram\", \"vocab\": [[\"<unk>\", 0.0], [\"a\", -1.5], [\"b\", -2.5]]}}\n"
	for name, c := range map[string]struct {
		made, size string
		vocabulary int64
	}{
		"of a file":              {"Tokenizer.from_file('bpe.json')", "tok.get_vocab_size()", 5},
		"its vocabulary":         {"Tokenizer.from_file('bpe.json')", "len(tok.get_vocab())", 5},
		"without what was added": {"Tokenizer.from_file('bpe.json')", "tok.get_vocab_size(with_added_tokens=False)", 4},
		"with scores":            {"Tokenizer.from_file('unigram.json')", "tok.get_vocab_size()", 3},
		"elsewhere":              {"Tokenizer.from_file('other.json')", "tok.get_vocab_size()", 0},
		"of the hub":             {"Tokenizer.from_pretrained('gpt2')", "tok.get_vocab_size()", 0},
		"trained":                {"Tokenizer(BPE())", "tok.get_vocab_size()", 0},
		"more is added":          {"Tokenizer.from_file('bpe.json')", "(tok.add_tokens(['c']), tok.get_vocab_size())[1]", 0},
	} {
		step, gap := Train(jobOf(t, strings.NewReplacer("MADE", c.made, "SIZE", c.size).Replace(script)+bpe+unigram), 0)
		if c.vocabulary == 0 {
			if gap == nil {
				t.Errorf("%s: %+v", name, step)
			}
			continue
		}
		if gap != nil || step.Models[0].Parameters != c.vocabulary*33 {
			t.Errorf("%s: %+v, %+v", name, step, gap)
		}
	}
}
