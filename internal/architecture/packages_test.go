package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// inSight are the folders whose packages docs/architecture.md describes.
var inSight = regexp.MustCompile(`^(analyzers|estimator|fixes|internal|rules|cmd)(/|$)`)

// TestArchitectureNamesEveryPackage: the page lists each package, by its path or, within the row of the one around it,
// by its name. The groups of rules are one row.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(string(page), "\n")
	listed := func(path string) bool {
		above, name := filepath.ToSlash(filepath.Dir(path)), filepath.Base(path)
		for _, row := range rows {
			if strings.Contains(row, "`"+path+"`") ||
				strings.HasPrefix(row, "| `"+above+"`") && (strings.Contains(row, "`"+name+"`") || strings.Contains(row, "`"+name+"/`")) ||
				above == "rules" && strings.Contains(row, "`rules/<group>`") {
				return true
			}
		}
		return false
	}
	packages := 0
	err = filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "testdata") {
			return err
		}
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
		if !inSight.MatchString(folder) {
			return nil
		}
		packages++
		if !listed(folder) {
			t.Errorf("docs/architecture.md says nothing of %s", folder)
		}
		return nil
	})
	if err != nil || packages < 500 {
		t.Fatalf("%d files, %v", packages, err)
	}
}
