package built

import (
	"github.com/trainlint/trainlint/analyzers/job"
	"github.com/trainlint/trainlint/analyzers/model"
)

// Train is TrainOn on a card that is not known.
func Train(j *job.Job, batch int) (step *model.Step, gap *Gap) { return TrainOn(j, batch, "") }
