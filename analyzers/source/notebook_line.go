package source

// DiskLine is the line, from 1, of the file on disk that holds the byte at
// offset. In a notebook that is a line of its JSON: what tools that know
// nothing of cells show.
func (f *File) DiskLine(offset int) int {
	if f.notebook == nil {
		return f.LineOf(offset)
	}
	raw := New(f.Path, f.notebook.Raw)
	cell := f.notebook.cellAt(offset)
	if cell == nil {
		return 1
	}
	line := raw.LineOf(cell.value.Start)
	for _, s := range cell.strings {
		if s.text.Start <= offset {
			line = raw.LineOf(s.raw.Start)
		}
	}
	return line
}
