package deps

import (
	"net/url"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// requirement is one PEP 508 line taken apart.
type requirement struct {
	name   string // normalised
	rng    Range
	marker string
}

var requirementPattern = pattern.New(`^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$`)

// wheelVersion is the version in a wheel's file name.
var wheelVersion = pattern.New(`/[A-Za-z0-9_.]+-(\d[^-/]*)-[^/]*\.whl`)

// tagVersion is a release tag behind a git URL's @.
var tagVersion = pattern.New(`@v?(\d+(?:\.\d+)+(?:\.?(?:post|rc|a|b)\d+)?)(?:$|[#&\s])`)

// namedURL is a URL with the name of its package before it.
var namedURL = pattern.New(`^[\w.-]+\s*(?:\[[^\]]*\])?@`)

// parseRequirement reads "torch[x]>=2.0,<3 ; python_version >= '3.9'" and
// "torch @ https://…/torch-2.1.0%2Bcu118-cp310-….whl".
func parseRequirement(s string) (requirement, bool) {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "://") && !strings.Contains(s, " @ ") && !namedURL.MatchString(s) {
		return parseURL("", s)
	}
	m := requirementPattern.Regexp().FindStringSubmatch(s)
	if m == nil {
		return requirement{}, false
	}
	rest := m[2]
	if strings.HasPrefix(rest, "@") {
		return parseURL(m[1], strings.TrimSpace(rest[1:]))
	}
	rest, marker, _ := strings.Cut(rest, ";")
	r := requirement{name: normal(m[1]), marker: strings.TrimSpace(marker)}
	rest, _, _ = strings.Cut(rest, " --")
	var ok bool
	if r.rng, ok = ParseRange(rest); !ok {
		return requirement{}, false
	}
	if r.name == "lightning" && datedRelease.MatchString(rest) { // lightning==2022.9.21, before 1.8
		r.rng, _ = ParseRange("<1.8")
	}
	return r, true
}

// datedRelease matches a release that is named by its year and month.
var datedRelease = pattern.New(`^\(?(==|~=|<=|<|===)\s*20\d\d\.`)

// parseURL reads a direct reference: the version stands in a wheel's name or a
// tag; a branch could be anything, and a commit is one version that nothing names.
func parseURL(name, s string) (requirement, bool) {
	ref, marker, _ := strings.Cut(s, " ;")
	if decoded, err := url.QueryUnescape(strings.ReplaceAll(ref, "+", "%2B")); err == nil {
		ref = decoded
	}
	if name == "" {
		name = urlName(ref)
	}
	if name == "" {
		return requirement{}, false
	}
	r := requirement{name: normal(name), marker: strings.TrimSpace(marker)}
	for _, p := range []*pattern.Pattern{wheelVersion, tagVersion} {
		if m := p.Regexp().FindStringSubmatch(ref); m != nil {
			if rng, ok := ParseRange("==" + m[1]); ok {
				r.rng = rng
				return r, true
			}
		}
	}
	r.rng.revision = commit.MatchString(ref)
	return r, true
}

// commit is a commit's hash behind a git URL's @.
var commit = pattern.New(`^git\+.*@[0-9a-f]{7,40}(?:$|[#&\s])`)

var (
	eggName   = pattern.New(`#(?:.*&)?egg=([A-Za-z0-9._-]+)`)
	wheelName = pattern.New(`/([A-Za-z0-9_.]+)-\d[^/]*\.whl`)
	gitName   = pattern.New(`/([A-Za-z0-9._-]+?)(?:\.git)?(?:@[^/#]*)?(?:#.*)?$`)
)

func urlName(ref string) string {
	for _, p := range []*pattern.Pattern{eggName, wheelName, gitName} {
		if m := p.Regexp().FindStringSubmatch(ref); m != nil {
			return m[1]
		}
	}
	return ""
}

var separators = pattern.New(`[-_.]+`)

// otherNames are names that conda or old indexes use for the same package.
var otherNames = map[string]string{"pytorch": "torch", "pytorch-gpu": "torch", "pytorch-lightning": "lightning"}

// normal is the PEP 503 form of a package's name.
func normal(name string) string {
	name = separators.Regexp().ReplaceAllString(strings.ToLower(strings.TrimSpace(name)), "-")
	if other, ok := otherNames[name]; ok {
		return other
	}
	return name
}
