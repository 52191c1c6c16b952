package report

import "github.com/trainlint/trainlint/rules"

// told remembers the notes that are in the report already, and the finding that they stand below: several rules speak
// of one job, and its settings are told once.
type told map[rules.NotePlace]string

// toldAgain is how many notes in common make two findings speak of one job.
const toldAgain = 3

// fresh are the notes of a finding that no finding before it had, and the place of the one that had the others; ""
// where these are few, and all are told.
func (t told) fresh(d rules.Diagnostic, at string) (notes []rules.NotePlace, above string) {
	shared := map[string]int{}
	for _, note := range d.Notes {
		if before, known := t[note]; known {
			if shared[before]++; shared[before] >= toldAgain && above == "" {
				above = before
			}
		}
	}
	for _, note := range d.Notes {
		before, known := t[note]
		if !known {
			t[note] = at
		}
		if !known || before != above {
			notes = append(notes, note)
		}
	}
	return notes, above
}
