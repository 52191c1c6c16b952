package estimator

import (
	"fmt"
	"strconv"
	"strings"
)

// inputs lists what a result rests on under the names of the estimate command's flags, unknowns left out.
func inputs(job Job) []Input {
	list := []Input{
		{"model", job.Model.ID}, {"params", number(job.Model.Params)}, {"method", string(job.Method)},
		{"lora-rank", count(job.LoRARank)}, {"lora-targets", strings.Join(job.LoRATargets, " ")},
		{"weights", string(job.Weights)}, {"compute", string(job.Compute)}, {"master", string(job.Master)},
		{"optimizer", string(job.Optimizer)}, {"optimizer-impl", string(job.OptimizerImpl)},
		{"micro-batch", count(job.MicroBatch)}, {"grad-accum", count(job.GradAccum)},
		{"seq-len", count(job.SeqLen)}, {"image", imageText(job.Image)},
		{"checkpointing", string(job.Checkpointing)}, {"attention", string(job.Attention)},
		{"loss", string(job.Loss)}, {"gpus", count(job.GPUs)}, {"sharding", string(job.Sharding)},
		{"offload", string(job.Offload)}, {"framework", string(job.Framework)},
	}
	known := list[:0]
	for _, input := range list {
		if input.Value != "" && input.Value != string(UnknownSharding) {
			known = append(known, input)
		}
	}
	return known
}

func count(value int) string { return number(int64(value)) }

func number(value int64) string {
	if value == 0 {
		return ""
	}
	return strconv.FormatInt(value, 10)
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
