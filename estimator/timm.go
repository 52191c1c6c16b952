package estimator

import (
	_ "embed"
	"strconv"
)

// timmTable holds what timm's own code makes of the names of its models: parameters, and what one sample keeps for the
// backward pass (estimator/oracle/timm_models.py).
//
//go:embed data/timm.csv
var timmTable string

const timmBasis = "counted by timm's own code"

// addTimm adds timm's models to the catalogue. What stands there already is kept, but for a count of activations where
// they were measured.
func (index *modelIndex) addTimm(at map[string]int) {
	for _, row := range readTable(timmTable) {
		id := "timm/" + row["name"]
		known, ok := at[id]
		if !ok {
			known = len(index.all)
			at[id] = known
			model := Model{
				ID:     id,
				Family: row["class"],
				Kind:   VisionCls,
				Basis:  timmBasis,
				Source: "timm; estimator/oracle/timm_models.py",
			}
			model.Params, _ = strconv.ParseInt(row["params"], 10, 64)
			model.ImageSize, _ = strconv.Atoi(row["side"])
			index.all = append(index.all, model)
			index.add(id, known)
		}
		model := &index.all[known]
		model.OneSide = row["fixed"] == "1"
		if model.Rounded {
			model.Params, _ = strconv.ParseInt(row["params"], 10, 64)
			model.Rounded, model.Basis = false, timmBasis
		}
		if model.SavedBytes == 0 && model.Hidden == 0 {
			model.SavedBytes, _ = strconv.ParseInt(row["saved"], 10, 64)
		}
	}
}
