package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/internal/half"
)

// row is one hazard that somebody fixed.
type row struct {
	repository string // owner/name
	commit     string // the fix
	parent     string // what is linted
	// places are where a finding is right. A hazard between two places, such as a
	// method that calls eval() and the loop that calls the method, has both.
	places    []place
	rule      string
	needsFlow bool // one statement and its neighbours do not show it
	set       string
	note      string
}

// place is a line of a file in the parent's tree.
type place struct {
	path string // with '/'
	line int    // from 1
}

var (
	header      = []string{"repository", "commit", "parent", "path", "line", "rule", "needs_flow", "set", "note"}
	objectName  = regexp.MustCompile(`^[0-9a-f]{40}$`)
	ownerOfName = regexp.MustCompile(`^[\w.-]+/[\w.-]+$`)
)

func openRows(path string) ([]row, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("run it in the root of the repository, or name the list with -rows: %w", err)
	}
	rows, err := readRows(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return rows, joinClose(err, file)
}

// readRows reads the list of hazards and refuses one that would be counted wrongly.
func readRows(text io.Reader) ([]row, error) {
	reader := csv.NewReader(text)
	first, err := reader.Read()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(first, header) {
		return nil, fmt.Errorf("the fields are %s, not %s", strings.Join(header, ","), strings.Join(first, ","))
	}
	var rows []row
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		parsed, err := readRow(fields)
		if err != nil {
			line, _ := reader.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, parsed)
	}
}

func readRow(fields []string) (row, error) {
	r := row{repository: fields[0], commit: fields[1], parent: fields[2], rule: fields[5], set: fields[7], note: fields[8]}
	switch {
	case !ownerOfName.MatchString(r.repository):
		return r, fmt.Errorf("%q is not owner/name", r.repository)
	case !objectName.MatchString(r.commit) || !objectName.MatchString(r.parent):
		return r, fmt.Errorf("%s and %s are not two full names of commits", r.commit, r.parent)
	case r.set != half.Of(r.repository):
		return r, fmt.Errorf("%s is in the set %s, not %s", r.repository, half.Of(r.repository), r.set)
	}
	switch fields[6] {
	case "yes":
		r.needsFlow = true
	case "no":
	default:
		return r, fmt.Errorf("needs_flow is yes or no, not %q", fields[6])
	}
	var err error
	r.places, err = readPlaces(strings.Split(fields[3], "|"), strings.Split(fields[4], "|"))
	return r, err
}

// readPlaces pairs paths with lines: a.py|b.py and 3|7 are two places.
func readPlaces(paths, lines []string) ([]place, error) {
	if len(paths) != len(lines) {
		return nil, fmt.Errorf("%d paths and %d lines", len(paths), len(lines))
	}
	places := make([]place, len(paths))
	for i, path := range paths {
		line, err := strconv.Atoi(lines[i])
		if err != nil || line < 1 || path == "" {
			return nil, fmt.Errorf("%q of %q is no line of a file", lines[i], path)
		}
		places[i] = place{path: path, line: line}
	}
	return places, nil
}
