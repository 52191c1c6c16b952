package report

import "io"

// writeJSONL writes the diagnostics of the JSON report, one object per line.
func writeJSONL(w io.Writer, r *Report) error {
	encoder := newEncoder(w)
	for _, d := range r.Diagnostics {
		if err := encoder.Encode(r.jsonDiagnostic(d)); err != nil {
			return err
		}
	}
	return nil
}
