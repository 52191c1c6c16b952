package knowledge

import (
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// ForgetsWhere reports whether a scheduler of torch or transformers, by what makes it, begins anew where its state is
// not loaded with its optimizer's, or with the weights alone (torch 2.15: each class was stopped and resumed both
// ways). ExponentialLR multiplies the rate that the optimizer has, whatever it has counted; ReduceLROnPlateau counts
// bad epochs alone; a constant schedule has nothing to forget.
func ForgetsWhere(path string, weightsAlone bool) bool {
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "ExponentialLR":
		return weightsAlone
	case "ReduceLROnPlateau", "get_constant_schedule":
		return false
	}
	return MakesStepped(path)
}

var whereItBegan = pattern.New(`(?i)start|begin|resum|offset|last|init|done|so_far|prev`)

// NamesBeginning reports whether a word may say how far a training came before it was stopped: start_epoch, resumed_at.
func NamesBeginning(word string) bool { return whereItBegan.MatchString(word) }
