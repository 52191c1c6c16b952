package estimator

import "fmt"

// inputs lists what a result rests on under the names of the estimate command's flags, unknowns left out.
func inputs(job Job) []Input {
	list := []Input{{"model", job.Model.ID}, {"params", count(job.Model.Params)}}
	for _, f := range fields {
		if f.Listed {
			list = append(list, Input{f.Name, f.text(&job)})
		}
	}
	known := list[:0]
	for _, input := range list {
		if input.Value != "" && input.Value != string(UnknownSharding) {
			known = append(known, input)
		}
	}
	return known
}

func imageText(image Image) string {
	switch {
	case image.Height == 0:
		return ""
	case image.Frames > 1:
		return fmt.Sprintf("%dx%dx%d", image.Frames, image.Height, image.Width)
	}
	return fmt.Sprintf("%dx%d", image.Height, image.Width)
}
