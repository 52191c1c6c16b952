package revision

import (
	"fmt"
	"strconv"
	"strings"
)

// readDiff gathers the changed lines from a unified diff without context.
func (c *Changes) readDiff(diff string) error {
	path := ""
	left := [2]int{} // lines of the hunk still to come: removed, added
	for line := range strings.Lines(diff) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case left[0] > 0 && strings.HasPrefix(line, "-"):
			left[0]--
		case left[1] > 0 && strings.HasPrefix(line, "+"):
			left[1]--
		case strings.HasPrefix(line, "diff --git "):
			path = ""
		case strings.HasPrefix(line, "+++ "):
			path = c.newName(line[len("+++ "):])
		case strings.HasPrefix(line, "@@ ") && path != "":
			added, removed, err := hunk(line)
			if err != nil {
				return err
			}
			left = [2]int{removed, added.last - added.first + 1}
			c.lines[path] = append(c.lines[path], added)
		}
	}
	return nil
}

// newName is the absolute path of a file after the change; "" for a deleted one.
func (c *Changes) newName(field string) string {
	field = strings.TrimSuffix(field, "\t") // git ends names that hold a blank with a tab
	if strings.HasPrefix(field, `"`) {
		if plain, err := strconv.Unquote(field); err == nil {
			field = plain
		}
	}
	name, ok := strings.CutPrefix(field, "b/")
	if !ok {
		return ""
	}
	return c.absolute(name)
}

// hunk reads "@@ -3,2 +3 @@ context": the lines added and how many are removed.
func hunk(line string) (added lineRange, removed int, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[0] != "@@" {
		return lineRange{}, 0, fmt.Errorf("git printed a diff that cannot be read: %q", line)
	}
	_, removed, errOld := extent(fields[1], "-")
	first, count, errNew := extent(fields[2], "+")
	if errOld != nil || errNew != nil {
		return lineRange{}, 0, fmt.Errorf("git printed a diff that cannot be read: %q", line)
	}
	if count == 0 {
		first++ // the deletion is behind that line
	}
	return lineRange{first, first + count - 1}, removed, nil
}

func extent(field, sign string) (first, count int, err error) {
	start, length, counted := strings.Cut(strings.TrimPrefix(field, sign), ",")
	if first, err = strconv.Atoi(start); err != nil || !counted {
		return first, 1, err
	}
	count, err = strconv.Atoi(length)
	return first, count, err
}
