// Package table reads the tables of testdata: comma-separated, the first line names the columns.
package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
)

// Row is a line of a table, by the names of its columns.
type Row map[string]string

// Read reads a table that has the wanted columns, among others.
func Read(text io.Reader, wanted ...string) ([]Row, error) {
	lines, err := csv.NewReader(text).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	for _, column := range wanted {
		if !slices.Contains(lines[0], column) {
			return nil, fmt.Errorf("no column %s", column)
		}
	}
	rows := make([]Row, 0, len(lines)-1)
	for _, line := range lines[1:] {
		row := Row{}
		for i, value := range line {
			row[lines[0][i]] = value
		}
		rows = append(rows, row)
	}
	return rows, nil
}
