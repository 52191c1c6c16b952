// Package measured reads published measured training runs and judges estimates against them.
package measured

import (
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/trainlint/trainlint/estimator"
)

// Row is one measured training run.
type Row struct {
	ID, Group string
	Metric    string // allocated, reserved, smi, unstated
	Usable    string // core: everything needed to predict it is stated; partial: not
	Job       estimator.Job
	GPU       string
	Peak      int64 // bytes, in Metric
}

// Read parses a table with the columns of testdata/measured/measured.csv.
func Read(reader io.Reader) ([]Row, error) {
	records, err := csv.NewReader(reader).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read measured runs: %w", err)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("read measured runs: the table is empty")
	}
	var rows []Row
	for _, record := range records[1:] {
		cells := map[string]string{}
		for at, value := range record {
			cells[records[0][at]] = value
		}
		rows = append(rows, newRow(cells))
	}
	return rows, nil
}

func newRow(cells map[string]string) Row {
	peak, _ := strconv.ParseFloat(cells["peak_bytes"], 64)
	metric := cells["metric"]
	if metric == "unstated" && strings.Contains(cells["notes"], "screenshot") {
		metric = "smi" // a dashboard shows what the driver sees
	}
	return Row{
		ID: cells["id"], Group: cells["source_group"], Metric: metric, Usable: cells["usable"],
		GPU: cells["gpu"], Peak: int64(peak), Job: newJob(cells),
	}
}

func newJob(cells map[string]string) estimator.Job {
	model, _ := estimator.LookupModel(cells["model"])
	job := estimator.Job{
		Model: model, Trainable: whole(cells["trainable"]), Method: estimator.Method(cells["method"]),
		LoRARank: int(whole(cells["lora_rank"])), LoRATargets: targets(cells["lora_targets"]),
		Weights: estimator.DType(cells["weights"]), Compute: estimator.Compute(cells["compute"]),
		Master: estimator.DType(cells["master"]), AdapterDType: estimator.DType(cells["adapter_dtype"]),
		Optimizer:     estimator.Optimizer(cells["optimizer"]),
		OptimizerImpl: estimator.OptimizerImpl(cells["optimizer_impl"]),
		MicroBatch:    int(whole(cells["micro_batch"])), GradAccum: int(whole(cells["grad_accum"])),
		SeqLen: int(whole(cells["seq_len"])), Image: estimator.ParseImage(cells["image"]),
		Checkpointing: estimator.Checkpointing(cells["checkpointing"]),
		Attention:     estimator.Attention(cells["attention"]), Loss: estimator.Loss(cells["loss"]),
		Kernels: strings.Fields(cells["kernels"]), GPUs: int(whole(cells["gpus"])),
		Sharding: estimator.Sharding(cells["sharding"]), Offload: estimator.Offload(cells["offload"]),
		Framework: estimator.Framework(cells["framework"]), CachedInputs: yes(cells["cached_inputs"]),
		EMA: yes(cells["ema"]), GPU: cells["gpu"],
	}
	stated(&job, cells["notes"])
	return job
}

var contextStated = regexp.MustCompile(`context (\d+) MiB`)

// stated reads two facts that only the notes carry: the CUDA context a source measured (above 1.2 GiB it is torch
// 1, which loads every kernel), and whether k-bit preparation ran.
func stated(job *estimator.Job, notes string) {
	if found := contextStated.FindStringSubmatch(notes); found != nil {
		job.Context = whole(found[1]) << 20
		if job.Context > 1200<<20 {
			job.Torch = "1.13"
		}
	}
	if strings.Contains(notes, "norm weights stay fp32") && job.GPUs == 1 {
		job.KbitPrepared = estimator.Yes
	}
}

func targets(text string) []string {
	if text == "" || text == "source-silent" {
		return nil
	}
	return strings.Fields(text)
}

func whole(text string) int64 {
	number, _ := strconv.ParseFloat(text, 64)
	return int64(number)
}

func yes(text string) estimator.Tri {
	switch text {
	case "yes":
		return estimator.Yes
	case "no":
		return estimator.No
	}
	return estimator.Unsaid
}
