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
	// Least and Most are what the peak may have been: a source may round, or not say whether its GB are of 10⁹ or of 2³⁰
	// bytes.
	Least, Most int64
}

// span are Least and Most; the peak itself where nothing is said of them.
func (r Row) span() (least, most int64) {
	if r.Most == 0 {
		return r.Peak, r.Peak
	}
	return r.Least, r.Most
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
	row := Row{
		ID: cells["id"], Group: cells["source_group"], Metric: metric, Usable: cells["usable"],
		GPU: cells["gpu"], Peak: int64(peak), Job: newJob(cells),
	}
	row.Least, row.Most = row.Peak, row.Peak
	if strings.Contains(cells["missing"], "rounded to 1 GB") {
		row.Least, row.Most = row.Peak-5e8, row.Peak+5e8
	}
	if cells["unit_certain"] == "no" {
		const binary = float64(1<<30) / 1e9
		if row.Peak%1e8 == 0 { // read as 10⁹
			row.Most = int64(float64(row.Most) * binary)
		} else {
			row.Least = int64(float64(row.Least) / binary)
		}
	}
	return row
}

func newJob(cells map[string]string) estimator.Job {
	model, _ := estimator.LookupModel(cells["model"])
	job := estimator.Job{Model: model, GPU: cells["gpu"]}
	for _, field := range estimator.Fields() {
		if cell := cells[field.Column()]; cell != "source-silent" {
			field.Set(&job, cell)
		}
	}
	stated(&job, cells["notes"])
	return job
}

// versionStated is what rows say of the packages that they were measured with.
var versionStated = regexp.MustCompile(`(transformers|torch|peft|bitsandbytes|accelerate) (\d+\.\d+\.\d+)`)

var contextStated = regexp.MustCompile(`context (\d+) MiB`)

// stated reads facts that only the notes carry: the CUDA context a source measured (above 1.2 GiB it is torch 1, which
// loads every kernel: 1.10, the newest when transformers 4.17 came with the page of hf-perf-docs), versions, whether
// k-bit preparation ran and adapters drop out, whether the optimizer was made by the program, and torchtitan's commit.
func stated(job *estimator.Job, notes string) {
	if found := contextStated.FindStringSubmatch(notes); found != nil {
		job.Context = whole(found[1]) << 20
		if job.Context > 1200<<20 {
			job.Torch = "1.10"
		}
	}
	for _, found := range versionStated.FindAllStringSubmatch(notes, -1) {
		if field, ok := estimator.FieldNamed(found[1]); ok {
			field.Set(job, found[2])
		}
	}
	if strings.Contains(notes, "handed to the Trainer") {
		job.OwnOptimizer = estimator.Yes
	}
	if strings.Contains(notes, "no adapter dropout") {
		job.AdapterDropout = estimator.No
	}
	if strings.Contains(notes, "torchtitan 9dec370") { // of December 2024
		job.Torch = "2.6"
	}
	if strings.Contains(notes, "norm weights stay fp32") && job.GPUs == 1 {
		job.KbitPrepared = estimator.Yes
	}
}

func whole(text string) int64 {
	number, _ := strconv.ParseFloat(text, 64)
	return int64(number)
}
