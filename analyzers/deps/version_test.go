package deps

import (
	"fmt"
	"slices"
	"testing"
)

// The order PEP 440 gives, every neighbour strictly smaller.
func TestCompareOrder(t *testing.T) {
	order := []string{"0.9", "1.0.dev0", "1.0.dev1", "1.0a1.dev1", "1.0a1", "1.0a2", "1.0b1", "1.0rc1.dev2", "1.0rc1", "1.0rc2", "1.0",
		"1.0+abc.5", "1.0+abc.7", "1.0+cu118", "1.0+5", "1.0.post1.dev1", "1.0.post1", "1.0.1", "1.1.dev1", "1.1", "1.9", "1.10", "2.0", "1!0.1"}
	for i, a := range order {
		for j, b := range order {
			v, ok := ParseVersion(a)
			w, ok2 := ParseVersion(b)
			if !ok || !ok2 {
				t.Fatalf("cannot read %s or %s", a, b)
			}
			if got, want := v.Compare(w), cmpInt(i, j); got != want {
				t.Errorf("%s against %s: %d, want %d", a, b, got, want)
			}
		}
	}
}

func cmpInt(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestEqualSpellings(t *testing.T) {
	for _, group := range [][]string{
		{"1.0", "1.0.0", "v1.0", " 1.0 "}, {"1.0rc1", "1.0.RC1", "1.0-c1", "1.0pre1", "1.0_preview_1"}, {"1.0a0", "1.0alpha"},
		{"1.0.post1", "1.0-1", "1.0rev1", "1.0-r1"}, {"1.0.dev0", "1.0dev"}, {"1.0+cu.118", "1.0+cu-118", "1.0+CU_118"},
	} {
		first, _ := ParseVersion(group[0])
		for _, s := range group {
			v, ok := ParseVersion(s)
			if !ok || v.Compare(first) != 0 {
				t.Errorf("%q is not %q", s, group[0])
			}
		}
	}
	for _, s := range []string{"", "x", "1..2", "2.1.*", "latest", "1.0+"} {
		if _, ok := ParseVersion(s); ok {
			t.Errorf("%q was read as a version", s)
		}
	}
}

func TestOverlaps(t *testing.T) {
	tests := []struct {
		declared, want string
		overlap        bool
	}{
		{"", ">=2.4", true}, {">=2.0", ">=2.4", true}, {"<2.4", ">=2.4", false}, {"<2.4.1", ">=2.4", true}, {"<=2.4", ">=2.4", true},
		{"==2.1.0", ">=2.4", false}, {"==2.4.0", ">=2.4", true}, {"==2.4", ">=2.4.0", true}, {"==2.1.*", ">=2.4", false}, {"==2.*", ">=2.4", true},
		{"==2.4.0+cu118", ">=2.4", true}, {"==2.1.0+cu118", ">=2.4", false}, {"~=2.1", ">=2.4", true}, {"~=2.1.0", ">=2.4", false},
		{">=2.0,<2.3", ">=2.4", false}, {">=2.0, <3", ">=2.4", true}, {"!=2.4", ">=2.4", true}, {"==2.4,!=2.4", ">=2.4", false},
		{"==2.4.*,!=2.4.*", ">=2.4", false}, {"===2.5", ">=2.4", true}, {">2.4", "<2.4", false}, {">2.3", "==2.4", true},
		{"<2.4", "==2.4rc1", false}, {"<2.4rc2", "==2.4rc1", true}, {"==2.4.0.dev20240601", ">=2.4", false}, {"==2.5.0.dev20240601", ">=2.4", true},
		{"==1!1.0", ">=2.4", true}, {"<2", ">=2.4", false}, {"<=1.13.1", ">=2.0", false}, {"(>=1.0)", ">=2.4", true}, {"*", ">=2.4", true},
		{">2.4", "==2.4", false}, {">2.4", "==2.4.0+cu118", false}, {">2.4", "==2.4.post1", false}, {">2.4", "==2.4.1", true},
		{">2.4.post1", "==2.4.post1", false}, {">2.4.post1", "==2.4.post2", true}, {">2.4rc1", "==2.4", true}, {"<=2.4", "==2.4.0+cu118", true},
		{"<=2.4", "==2.4.post1", false}, {"<2.4.post1", "==2.4", true}, {"<2.4.post1", "==2.4.post1", false}, {">=2.4,>2.4", "<=2.4", false},
		{">2.4,>=2.4", "<=2.4", false}, {"<=2.4,<2.4", ">=2.4", false}, {"!=2.4", "==2.4+cu118", false}, {"!=2.4.*", ">=2.4,<2.5", false},
		{"!=2.4.*", ">=2.4,<=2.5", true}, {"!=2.4.*", ">=2.3,<2.5", true},
		{"==4.40.0", ">=4.41,<5", false}, {">=4.36", ">=4.41,<5", true}, {">=5", ">=4.41,<5", false},
	}
	for _, tt := range tests {
		a, ok := ParseRange(tt.declared)
		b, ok2 := ParseRange(tt.want)
		if !ok || !ok2 {
			t.Errorf("cannot read %q or %q", tt.declared, tt.want)
			continue
		}
		if got := a.Overlaps(b); got != tt.overlap {
			t.Errorf("%q with %q: %t, want %t", tt.declared, tt.want, got, tt.overlap)
		}
		if a.Overlaps(b) != b.Overlaps(a) {
			t.Errorf("%q with %q depends on the order", tt.declared, tt.want)
		}
	}
}

// What one range covers of another, as packaging has it.
func TestCovers(t *testing.T) {
	for _, tt := range []struct {
		want, declared string
		covers         bool
	}{
		{">2.4", ">=2.4", false}, {">2.4", ">2.4", true}, {">=2.4", ">2.4", true}, {">=2.4", ">=2.4", true}, {">2.4", ">=2.4.1", true}, {">2.4", "==2.4", false},
		{"<=2.4", "==2.4", true}, {"<=2.4", "==2.4+cu118", true}, {"<2.4", "<=2.4", false}, {"<=2.4", "<2.4", true}, {"<2.4", "<2.4", true}, {"<2.4", "==2.3", true},
		{">=2.4", "", false}, {"<2.4", "", false}, {"", "", true}, {">=2.4,<3", "==2.9.*", true}, {">=2.4,<3", "~=2.9", true}, {">=2.4,<3", ">=2.4", false},
	} {
		want, _ := ParseRange(tt.want)
		declared, _ := ParseRange(tt.declared)
		if got := want.covers(declared); got != tt.covers {
			t.Errorf("%q covers %q: %t, want %t", tt.want, tt.declared, got, tt.covers)
		}
	}
}

// TestLongRange: what nobody writes by hand is not read.
func TestLongRange(t *testing.T) {
	long := ">=2.0"
	for n := range maxClauses - 1 {
		long += fmt.Sprintf(",!=2.0.%d", n)
	}
	if r, ok := ParseRange(long); !ok || len(r.clauses) != maxClauses {
		t.Errorf("%d clauses of %d, %t", len(r.clauses), maxClauses, ok)
	}
	if _, ok := ParseRange(long + ",<3"); ok {
		t.Error("more clauses than that were read")
	}
}

func TestParseRequirement(t *testing.T) {
	tests := []struct{ line, name, rng, marker string }{
		{"torch", "torch", "", ""}, {"torch>=2.0,<3", "torch", ">=2.0,<3", ""}, {"Torch [x, y] == 2.1", "torch", "== 2.1", ""},
		{"huggingface_hub~=0.20", "huggingface-hub", "~=0.20", ""}, {"pytorch=2", "", "", ""},
		{"torch==2.1 ; python_version >= '3.9'", "torch", "==2.1", "python_version >= '3.9'"},
		{"torch==2.1 --hash=sha256:abc", "torch", "==2.1", ""},
		{"torch @ https://download.pytorch.org/whl/cu118/torch-2.1.0%2Bcu118-cp310-cp310-linux_x86_64.whl", "torch", "==2.1.0+cu118", ""},
		{"https://x.org/whl/torch-2.3.1-cp310-none-any.whl", "torch", "==2.3.1", ""},
		{"git+https://github.com/huggingface/transformers@v4.40.0", "transformers", "==4.40.0", ""},
		{"git+https://github.com/huggingface/transformers.git", "transformers", "", ""},
		{"transformers @ git+https://github.com/huggingface/transformers@main", "transformers", "", ""},
		{"git+https://github.com/x/y.git@abc#egg=accelerate", "accelerate", "", ""},
	}
	for _, tt := range tests {
		r, ok := parseRequirement(tt.line)
		if ok != (tt.name != "") || r.name != tt.name || ok && r.rng.Text != tt.rng || r.marker != tt.marker {
			t.Errorf("%q: %q %q %q %t", tt.line, r.name, r.rng.Text, r.marker, ok)
		}
	}
}

func TestFloor(t *testing.T) {
	for declared, want := range map[string]string{">=2.0,<3": "2.0", "==2.1.*": "2.1", "~=2.4.1": "2.4.1", ">2.4": "2.4", ">2.4.post1": "2.4.post1", "==2.4+cu118": "2.4+cu118", ">=2.4rc1": "2.4rc1", "<3": "", "": ""} {
		r, _ := ParseRange(declared)
		v, ok := r.Floor()
		if ok != (want != "") || ok && v.String() != want {
			t.Errorf("floor of %q is %s %t, want %q", declared, v, ok, want)
		}
	}
}

func TestPoetryRange(t *testing.T) {
	tests := []struct{ text, inside, outside string }{
		{"^2.1", "==2.9", "==3.0"}, {"^0.3.1", "==0.3.9", "==0.4"}, {"~2.1", "==2.1.9", "==2.2"}, {"~2", "==2.9", "==3.0"},
		{"2.1.0", "==2.1.0", "==2.1.1"}, {">=2.0,<2.4", "==2.3", "==2.4"}, {"^0.0.3", "==0.0.3", "==0.0.4"}, {"*", "==9", ""}, {"2.1.*", "==2.1.3", "==2.2"},
	}
	for _, tt := range tests {
		r, ok := poetryRange(tt.text)
		in, _ := ParseRange(tt.inside)
		if !ok || !r.Overlaps(in) {
			t.Errorf("%q does not take %s", tt.text, tt.inside)
		}
		if out, _ := ParseRange(tt.outside); tt.outside != "" && r.Overlaps(out) {
			t.Errorf("%q takes %s", tt.text, tt.outside)
		}
	}
	if got := slices.Collect(func(yield func(int) bool) { yield(caretPart([]int{0, 0, 3})) }); got[0] != 2 {
		t.Errorf("caret counts up part %d", got[0])
	}
}

// TestDatedReleases: lightning was released by year and month before it went on from 1.8.
func TestDatedReleases(t *testing.T) {
	for text, allowed := range map[string]bool{"lightning==2022.9.21": false, "lightning==2.1": true, "lightning": true} {
		r, ok := parseRequirement(text)
		want, _ := ParseRange(">=2.0")
		if !ok || r.rng.Overlaps(want) != allowed {
			t.Errorf("%s: allows 2.0: %v, want %v", text, !allowed, allowed)
		}
	}
}
