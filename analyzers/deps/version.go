// Package deps reads which versions of torch, transformers, accelerate and the
// rest a project declares.
package deps

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Version is a PEP 440 version.
type Version struct {
	epoch   int
	release []int
	pre     phase // a, b or rc
	post    int   // -1 when there is none
	dev     int   // -1 when there is none
	local   string
}

type phase struct {
	letter byte // 'a', 'b', 'r'; 0 when there is none
	number int
}

// versionPattern is PEP 440, appendix B, without the parts that only
// normalisation needs.
var versionPattern = pattern.New(
	`^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d*))?` +
		`(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$`,
)

var preLetters = map[string]byte{
	"a":       'a',
	"alpha":   'a',
	"b":       'b',
	"beta":    'b',
	"c":       'r',
	"rc":      'r',
	"pre":     'r',
	"preview": 'r',
}

// ParseVersion reads a version such as 2.4.0, 2.5.0.dev20240801, 1!2.0rc1 or
// 2.1.0+cu118.
func ParseVersion(s string) (Version, bool) {
	m := versionPattern.Regexp().FindStringSubmatch(strings.ToLower(strings.TrimSpace(s)))
	if m == nil {
		return Version{}, false
	}
	v := Version{epoch: number(m[1]), post: -1, dev: -1, local: m[10]}
	for _, part := range strings.Split(m[2], ".") {
		v.release = append(v.release, number(part))
	}
	if m[3] != "" {
		v.pre = phase{preLetters[m[3]], number(m[4])}
	}
	switch {
	case m[5] != "":
		v.post = number(m[5])
	case m[6] != "":
		v.post = number(m[7])
	}
	if m[8] != "" {
		v.dev = number(m[9])
	}
	return v, true
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// Compare orders two versions as PEP 440 does: 1.0.dev1 < 1.0a1 < 1.0rc1 < 1.0
// < 1.0+cu118 < 1.0.post1 < 1.1.
func (v Version) Compare(w Version) int {
	return cmp.Or(v.comparePublic(w), compareLocal(v.local, w.local))
}

func (v Version) comparePublic(w Version) int {
	return cmp.Or(
		cmp.Compare(v.epoch, w.epoch),
		compareRelease(v.release, w.release),
		cmp.Compare(v.preRank(), w.preRank()),
		cmp.Compare(v.pre.number, w.pre.number),
		cmp.Compare(v.post, w.post),
		cmp.Compare(v.devRank(), w.devRank()),
	)
}

// preRank puts a development release of nothing (1.0.dev1) before 1.0a1, and
// the final release after every candidate.
func (v Version) preRank() int {
	switch {
	case v.pre.letter != 0:
		return int(v.pre.letter)
	case v.post < 0 && v.dev >= 0:
		return 0
	}
	return 1 << 10
}

func (v Version) devRank() int {
	if v.dev < 0 {
		return 1 << 62
	}
	return v.dev
}

// compareRelease pads the shorter one with zeros: 2.4 is 2.4.0.
func compareRelease(a, b []int) int {
	for i := range max(len(a), len(b)) {
		if c := cmp.Compare(at(a, i), at(b, i)); c != 0 {
			return c
		}
	}
	return 0
}

func at(a []int, i int) int {
	if i < len(a) {
		return a[i]
	}
	return 0
}

// compareLocal: no local label comes first, numbers after words, each part by
// its own kind.
func compareLocal(a, b string) int {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-_.", r) })
	}
	return slices.CompareFunc(split(a), split(b), func(x, y string) int {
		m, err := strconv.Atoi(x)
		n, err2 := strconv.Atoi(y)
		switch {
		case err == nil && err2 == nil:
			return cmp.Compare(m, n)
		case err == nil:
			return 1
		case err2 == nil:
			return -1
		}
		return cmp.Compare(x, y)
	})
}

// String is the normalised form.
func (v Version) String() string {
	var b strings.Builder
	if v.epoch > 0 {
		b.WriteString(strconv.Itoa(v.epoch) + "!")
	}
	for i, n := range v.release {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(strconv.Itoa(n))
	}
	if v.pre.letter != 0 {
		b.WriteString(map[byte]string{'a': "a", 'b': "b", 'r': "rc"}[v.pre.letter] + strconv.Itoa(v.pre.number))
	}
	if v.post >= 0 {
		b.WriteString(".post" + strconv.Itoa(v.post))
	}
	if v.dev >= 0 {
		b.WriteString(".dev" + strconv.Itoa(v.dev))
	}
	if v.local != "" {
		b.WriteString("+" + v.local)
	}
	return b.String()
}

// IsPrerelease reports whether the version is a candidate or development release.
func (v Version) IsPrerelease() bool { return v.pre.letter != 0 || v.dev >= 0 }

// next is the version behind every 2.1.* for 2.1: 2.2.dev0.
func (v Version) next(keep int) Version {
	release := make([]int, keep)
	for i := range release {
		release[i] = at(v.release, i)
	}
	release[keep-1]++
	return Version{epoch: v.epoch, release: release, post: -1, dev: 0}
}

// first is the earliest version that 2.1.* takes: 2.1.dev0.
func (v Version) first() Version {
	return Version{epoch: v.epoch, release: v.release, post: -1, dev: 0}
}
