package exact

import "testing"

// TestMembersThatAreTexts: a member of an enumeration of texts is equal to its text, one of a plain enumeration is not.
func TestMembersThatAreTexts(t *testing.T) {
	const classes = "import enum\nfrom enum import Enum\nclass T(str, Enum):\n    A = 'a'\nclass N(Enum):\n    A = 'a'\nclass I(enum.IntEnum):\n    ONE = 1\nclass S(enum.StrEnum):\n    A = 'a'\n"
	for test, want := range map[string]bool{
		"T.A == 'a'": true, "'a' == T.A": true, "T.A == T.A": true, "T('a') is T.A": true, "T.A != 'b'": true, "S.A == 'a'": true, "I.ONE == 1": true,
		"N.A == 'a'": false, "'a' == N.A": false, "T.A == N.A": false, "T.A == S.A": true, "N('a') is N.A": true, "T.A.value == 'a'": true,
		"{T.A: 1}['a'] == 1": true, "{'a': 1}[T.A] == 1": true, "{(T.A, 2): 1}[('a', 2)] == 1": true, "'a' in {N.A: 1}": false, "{I.ONE: 2}[1] == 2": true, "'a' in {T.A}": true, "T.A.name == 'A'": true,
	} {
		if _, out := run(t, classes+"out = "+test); out != Value(want) {
			t.Errorf("%s: %v, want %v", test, out, want)
		}
	}
}

// TestOwnDictionaries: a dictionary of one's own that says what brackets do.
func TestOwnDictionaries(t *testing.T) {
	const class = "class C(dict):\n    def __init__(self, **k):\n        super(C, self).__init__(**k)\n        for n, v in self.items():\n            self.__setattr__(n, v)\n" +
		"    def __setitem__(self, k, v):\n        super(C, self).__setitem__(k, v)\n        self.__setattr__(k, v)\n    def __getitem__(self, k):\n" +
		"        return super().__getitem__(k) * 10\n    def __delitem__(self, k):\n        super().__delitem__(k)\n    def __contains__(self, k):\n        return super().__contains__(k)\n"
	if _, out := run(t, class+"c = C(a=1, lr=2)\nc['lr'] = 5\ndel c['a']\nout = [c.lr, c['lr'], c.a, len(c), 'a' in c, 'lr' in c] == [5, 50, 1, 1, False, True]"); out != Value(true) {
		t.Errorf("%v", out)
	}
}
