package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/internal/half"
	"github.com/trainlint/trainlint/rules/all"
)

const (
	fixing = "1111111111111111111111111111111111111111"
	parent = "2222222222222222222222222222222222222222"
)

// fields is a good row of the list, to be spoilt one field at a time.
func fields() []string {
	return []string{
		"owner/name", fixing, parent, "train.py", "7", "missing-zero-grad", "yes", half.Of("owner/name"), "a note",
	}
}

func text(rows ...[]string) string {
	lines := []string{strings.Join(header, ",")}
	for _, r := range rows {
		lines = append(lines, strings.Join(r, ","))
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestReadRows(t *testing.T) {
	two := fields()
	two[3], two[4], two[6] = "model/net.py|train.py", "3|70", "no"
	rows, err := readRows(strings.NewReader(text(fields(), two)))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	want := row{
		repository: "owner/name", commit: fixing, parent: parent, places: []place{{"train.py", 7}},
		rule: "missing-zero-grad", needsFlow: true, set: half.Of("owner/name"), note: "a note",
	}
	if !reflect.DeepEqual(rows[0], want) {
		t.Errorf("read %+v, want %+v", rows[0], want)
	}
	want.places, want.needsFlow = []place{{"model/net.py", 3}, {"train.py", 70}}, false
	if !reflect.DeepEqual(rows[1], want) {
		t.Errorf("read %+v, want %+v", rows[1], want)
	}
}

func TestReadRowsRefuses(t *testing.T) {
	other := map[string]string{"tune": "held", "held": "tune"}[half.Of("owner/name")]
	for _, c := range []struct {
		field int
		value string
		want  string
	}{
		{0, "name", "not owner/name"},
		{1, "1111111", "full names"},
		{2, "HEAD", "full names"},
		{3, "", "no line of a file"},
		{3, "a.py|b.py", "2 paths and 1 lines"},
		{4, "0", "no line of a file"},
		{4, "seven", "no line of a file"},
		{6, "maybe", "yes or no"},
		{7, other, "is in the set " + half.Of("owner/name")},
	} {
		bad := fields()
		bad[c.field] = c.value
		_, err := readRows(strings.NewReader(text(fields(), bad)))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "line 3: ") {
			t.Errorf("%s = %q: %v, want line 3 and %q", header[c.field], c.value, err, c.want)
		}
	}
	if _, err := readRows(strings.NewReader("repository,commit\n")); err == nil {
		t.Error("a list with other fields was read")
	}
	if _, err := readRows(strings.NewReader(text(fields()[:5]))); err == nil {
		t.Error("a short row was read")
	}
}

// TestCommits holds the list to what it promises: it measures many rules over many
// repositories, and mostly what a pattern of one line cannot see.
func TestCommits(t *testing.T) {
	rows, err := openRows("../../testdata/commits.csv")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range all.Rules() {
		known[r.Name] = true
	}
	ofRepository, ofRule, flow := map[string]int{}, map[string]int{}, 0
	seen := map[string]bool{}
	for _, r := range rows {
		if !known[r.rule] {
			t.Errorf("%s names the rule %s, which does not exist", r.repository, r.rule)
		}
		if words := len(strings.Fields(r.note)); words == 0 || words > 10 {
			t.Errorf("%s %s: a note of %d words", r.repository, r.places[0].path, words)
		}
		key := r.repository + r.parent + r.places[0].path + r.rule
		if seen[key] {
			t.Errorf("%s %s: %s is listed twice", r.repository, r.places[0].path, r.rule)
		}
		seen[key] = true
		ofRepository[r.repository]++
		ofRule[r.rule]++
		if r.needsFlow {
			flow++
		}
	}
	for name, n := range ofRepository {
		if n > 6 {
			t.Errorf("%d rows of %s, more than 6", n, name)
		}
	}
	for name, n := range ofRule {
		if n*5 > len(rows) { // people forget no_grad more often than anything else, and fix it more often
			t.Errorf("%d rows of %s, more than a fifth of %d", n, name, len(rows))
		}
	}
	if len(rows) < 150 || len(ofRepository) < 80 || flow*10 < len(rows)*7 {
		t.Errorf("%d rows of %d repositories, %d of them need the flow: at least 150, 80 and 70 %%",
			len(rows), len(ofRepository), flow)
	}
}
