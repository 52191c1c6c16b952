package job

import "github.com/trainlint/trainlint/analyzers/knowledge"

// maxImports bounds how many files of a script's imports are looked at.
const maxImports = 200

// trainsElsewhere reports whether a script trains with another framework than PyTorch, which spells its models and
// optimizers as PyTorch does: it imports one, itself or by what it imports of the project, and nothing shows torch.
func (w *Workspace) trainsElsewhere(script string) bool {
	const shows = knowledge.TorchTensors | knowledge.PerhapsTorch
	var tensors knowledge.Tensors
	files, met := []string{script}, map[string]bool{script: true}
	for i := 0; i < len(files) && i < maxImports; i++ {
		s := w.skim(files[i])
		if s == nil {
			return false
		}
		for _, one := range s.Imports {
			for _, dotted := range one.Paths {
				if tensors |= knowledge.TensorsOf(dotted); tensors&shows != 0 {
					return false
				}
			}
		}
		for _, p := range w.importsOf(files[i]) {
			if !met[p] {
				met[p] = true
				files = append(files, p)
			}
		}
	}
	return tensors != 0 && len(files) <= maxImports
}
