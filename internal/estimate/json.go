package estimate

import (
	"encoding/json"
	"io"

	"github.com/trainlint/trainlint/estimator"
	"github.com/trainlint/trainlint/internal/printable"
)

type jsonReport struct {
	Jobs []jsonJob `json:"jobs"`
}

// jsonJob is one job; sizes are bytes and null when they are unknown.
type jsonJob struct {
	Name          string            `json:"name"`
	NeedBytes     *int64            `json:"need_bytes"` // what the card must have; the verdict is about it
	NeedLow       *int64            `json:"need_low_bytes"`
	NeedHigh      *int64            `json:"need_high_bytes"`
	PeakBytes     *int64            `json:"peak_bytes"` // allocated, with its own interval
	LowBytes      *int64            `json:"low_bytes"`
	HighBytes     *int64            `json:"high_bytes"`
	DeviceBytes   *int64            `json:"device_bytes"`
	ReservedBytes *int64            `json:"reserved_bytes"`
	Phase         estimator.Phase   `json:"phase,omitempty"`
	Phases        map[string]int64  `json:"phases,omitempty"`
	Components    map[string]int64  `json:"components,omitempty"`
	HostBytes     *int64            `json:"host_bytes"`
	Trainable     int64             `json:"trainable,omitempty"`
	Target        *jsonTarget       `json:"target"`
	Verdict       estimator.Verdict `json:"verdict"`
	Since         string            `json:"since,omitempty"`
	NeedBefore    *int64            `json:"need_bytes_before,omitempty"`
	BytesBefore   *int64            `json:"device_bytes_before,omitempty"`
	Missing       []string          `json:"missing,omitempty"`
	Models        []WrittenModel    `json:"models,omitempty"`         // of the project's own that the job trains
	ModelsOpen    *Gap              `json:"models_unknown,omitempty"` // why these may not be all, or where the way is lost
	StepOpen      *Gap              `json:"step_unknown,omitempty"`   // why a step of them was not followed
	Asked         []Asked           `json:"asked,omitempty"`          // sizes of data that the answer waits for
	Said          []SaidSize        `json:"sizes,omitempty"`          // those that somebody said, and that it stands on
	// per GPU, without the context; of written models, where every parameter takes part
	AtLeastBytes *int64           `json:"at_least_bytes,omitempty"`
	AtLeast      map[string]int64 `json:"at_least,omitempty"`
	// up to which value of the one size that is missing it fits
	Limits     []jsonLimit          `json:"limits,omitempty"`
	Assumed    []string             `json:"assumed"`
	Inputs     map[string]jsonInput `json:"inputs"`
	Plans      []jsonPlan           `json:"plans,omitempty"`
	NotOffered []string             `json:"not_offered,omitempty"`
}

type jsonTarget struct {
	GPU         string `json:"gpu"`
	UsableBytes int64  `json:"usable_bytes"`
	NamedAt     string `json:"named_at,omitempty"`
}

// jsonLimit is the largest value of a size that is missing with which a card holds the job at the high end of its
// interval, 0 where none does. All: no larger one was tried.
type jsonLimit struct {
	Input       string `json:"input"`
	GPU         string `json:"gpu"`
	UsableBytes int64  `json:"usable_bytes"`
	UpTo        int    `json:"up_to"`
	All         bool   `json:"all,omitempty"`
}

type jsonInput struct {
	Value string `json:"value"`
	From  string `json:"from"`
}

// WriteJSON prints the jobs for scripts.
func WriteJSON(out io.Writer, jobs []Sized) error {
	report := jsonReport{Jobs: []jsonJob{}}
	for _, job := range jobs {
		report.Jobs = append(report.Jobs, toJSON(job))
	}
	encoder := json.NewEncoder(printable.JSONTo(out))
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

func toJSON(s Sized) jsonJob {
	result := s.Result
	job := jsonJob{
		Since: s.Since,
		Name:  s.Name, Verdict: result.Verdict(s.Target.Usable), Missing: result.Missing,
		Assumed: append([]string{}, result.Assumed...), Inputs: map[string]jsonInput{},
	}
	if s.Planning != nil {
		job.Plans, job.NotOffered = plansToJSON(s), s.Planning.Refused
	}
	for _, input := range result.Inputs {
		job.Inputs[input.Name] = jsonInput{input.Value, s.origin(input)}
	}
	if s.Written != nil {
		job.Models, job.ModelsOpen, job.StepOpen = s.Written.Models, s.Written.Gap, s.Written.Unfed
		job.Asked = s.Written.Asks
	} else {
		job.ModelsOpen = s.Lost()
	}
	job.Said = s.said()
	if least, ok := leastOf(s); ok && !result.Known() {
		sum := least.Sum()
		job.AtLeastBytes, job.AtLeast = &sum, map[string]int64{
			"weights": least.Weights, "gradients": least.Gradients, "optimizer_state": least.OptimizerState}
	} else if allocated := s.AtLeast(); allocated > 0 {
		job.AtLeastBytes = &allocated
	}
	for _, limit := range s.Limits() {
		job.Limits = append(job.Limits, jsonLimit{limit.Input, limit.Card, limit.Usable, limit.UpTo, limit.All})
	}
	if s.Target.Usable > 0 {
		job.Target = &jsonTarget{s.Target.GPU, s.Target.Usable, s.Target.From}
	}
	if !result.Known() {
		return job
	}
	device := shownByDriver(s)
	job.PeakBytes, job.LowBytes, job.HighBytes = &result.Peak, &result.Low, &result.High
	needed, low, high := result.Device, result.DeviceLow(), result.DeviceHigh()
	job.NeedBytes, job.NeedLow, job.NeedHigh = &needed, &low, &high
	if s.Then.Device > 0 {
		before := shown(s.Then, s.Target.Usable)
		job.NeedBefore, job.BytesBefore = &s.Then.Device, &before
	}
	job.DeviceBytes, job.ReservedBytes, job.HostBytes = &device, &result.Reserved, &result.Host
	job.Phase, job.Trainable = result.Phase, result.Trainable
	job.Phases, job.Components = map[string]int64{}, map[string]int64{}
	for _, phase := range result.Phases {
		job.Phases[string(phase.Phase)] = phase.Bytes
	}
	for _, part := range result.Components.Named() {
		job.Components[part.Name] = part.Bytes
	}
	job.Components["context"], job.Components["allocator"] = result.Context, device-result.Peak-result.Context
	return job
}

// shownByDriver is what nvidia-smi would show: the reserved memory and the CUDA context. The allocator gives its
// cache back before a card runs out, so a target that the job fits bounds it.
func shownByDriver(s Sized) int64 { return shown(s.Result, s.Target.Usable) }

func shown(result estimator.Result, usable int64) int64 {
	bytes := result.Reserved + result.Context
	if usable > 0 {
		bytes = max(min(bytes, usable), result.Device)
	}
	return bytes
}
