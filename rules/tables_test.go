package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/trainlint/trainlint/rules"
)

// A table puts every combination of a few settings before a rule, and what is expected comes from somewhere else: the
// library itself, or the arithmetic that it does, written down once more. The tests of a rule stand below its name.

// grid calls do with every combination of one value from each axis.
func grid(do func(values ...string), axes ...[]string) {
	if len(axes) == 0 {
		do()
		return
	}
	for _, v := range axes[0] {
		grid(func(rest ...string) { do(append([]string{v}, rest...)...) }, axes[1:]...)
	}
}

// expect lints files for some rules and compares how severe the findings are, as a sorted list, with what is wanted.
func expectTold(t *testing.T, files map[string]string, rule string, want ...string) {
	t.Helper()
	texts := map[string][]byte{}
	for name, text := range files {
		texts[name] = []byte(text)
	}
	var got, messages []string
	for _, d := range lintCase(t, texts, strings.Split(rule, ",")...).Diagnostics {
		got = append(got, d.Severity.String())
		messages = append(messages, d.Rule.Name+": "+d.Message)
	}
	slices.Sort(got)
	slices.Sort(want)
	if slices.Equal(got, want) {
		return
	}
	var shown strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&shown, "--- %s\n%s\n", name, files[name])
	}
	t.Errorf("told %q, want %q: %q\n%s", got, want, messages, shown.String())
}

// told is one error where something is wrong, and nothing where it is not.
func errorIf(wrong bool) []string {
	if wrong {
		return []string{rules.Error.String()}
	}
	return nil
}

// TestTables puts the tables before the rules.
func TestTables(t *testing.T) {
	for rule, table := range tables {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			table(t)
		})
	}
}

var tables = map[string]func(t *testing.T){
	"hf-arguments-fatal":           allOf(tableOfTrainingArguments, tableOfClasses),
	"batch-arithmetic":             tableOfBatches,
	"deepspeed-arguments-mismatch": allOf(tableOfDeepSpeedArguments, tableOfWholeBatches),
	"precision-conflict":           tableOfPrecisions,
	"device-map-distributed":       tableOfDeviceMaps,
	"zero3-save-gather":            tableOfGathering,
	"yaml-boolean-word":            tableOfBooleanWords,
	"epochs-ignored":               tableOfEpochs,
	"deepspeed-both-precisions":    tableOfEnginePrecisions,
	"use-cache-training":           tableOfCaches,
	"checkpointing-key-ignored":    tableOfLLaMAFactory,
	"fsdp-double-checkpointing":    tableOfDoubleCheckpointing,
	"fp16-overflow-model":          tableOfOverflows,
	"duplicate-key":                tableOfDuplicates,
	"hf-renamed-argument":          allOf(tableOfRenames, tableOfWhoTakes),
	"deprecated-symbol":            allOf(tableOfTorchReleases, tableOfTF32),
	"whole-module-load":            tableOfModuleLoads,
	"eval-mode-sticks":             allOf(tableOfModes, tableOfRuns),
	"missing-zero-grad":            tableOfClearing,
	"default-dtype-fp32":           tableOfDefaultDtypes,
	"effective-batch-changed":      tableOfLearningRates,
	"graph-accumulated":            tableOfGraphs,
	"gradients-left-over":          tableOfTurns,
	"deprecated-autocast":          tableOfMoves,
	"accumulation-conflict":        tableOfAccumulations,
	"missing-super-init":           tableOfPrograms("missing-super-init", missedConstructors),
	"parameters-generator-reused":  tableOfPrograms("parameters-generator-reused", missedIterators),
	"refused-value":                tableOfRefusals,
	"eval-without-no-grad":         tableOfEvaluations,
	"exceeds-gpu-memory":           tableOfCertainty,
	"bf16-unsupported":             tableOfCapabilities,
	"qlora-unprepared":             tableOfQuantised,
	"clip-misplaced":               tableOfOrders,
	"clip-not-gated":               tableOfBounds,
	"requires-grad-typo":           tableOfNames,
	"nonblocking-to-cpu":           tableOfEarlyReads,
	"prefetch-factor":              tableOfPrefetching,
	"dataloader-options":           tableOfCounts,
	"debug-left-on":                tableOfLaunchBlocking,
	"cuda-in-worker":               tableOfWorkerCopies,
	"empty-cache-in-loop":          tableOfComments,
	"double-softmax":               tableOfLosses,
	"amp-missing-update":           tableOfScaledSteps,
	"accumulation-not-scaled":      allOf(tableOfAccumulation, tableOfKnownCounts),
	"alloc-conf-invalid":           tableOfAllocatorSettings,
}

// allOf puts several tables before one rule.
func allOf(list ...func(t *testing.T)) func(t *testing.T) {
	return func(t *testing.T) {
		for _, table := range list {
			table(t)
		}
	}
}

// tableOfTrainingArguments: what TrainingArguments refused, as a call and as a file.
func tableOfTrainingArguments(t *testing.T) {
	text, err := os.ReadFile("../testdata/oracle/training_arguments.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		written, said, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		var arguments map[string]any
		if err := json.Unmarshal([]byte(written), &arguments); err != nil {
			t.Fatal(err)
		}
		call, file := "", "model_name_or_path: gpt2\noutput_dir: out\nper_device_train_batch_size: 4\nlearning_rate: 1.0e-4\n"
		for _, name := range slices.Sorted(maps.Keys(arguments)) {
			call += ", " + name + "=" + pythonText(arguments[name])
			file += name + ": " + yamlText(arguments[name]) + "\n"
		}
		wrong := errorIf(strings.HasPrefix(said, "raises"))
		expectTold(t, map[string]string{"train.py": "from transformers import TrainingArguments\n\nargs = TrainingArguments(\"out\"" + call + ")\n"},
			"hf-arguments-fatal,dataloader-options", wrong...)
		expectTold(t, map[string]string{"train.yaml": file}, "hf-arguments-fatal", wrong...)
	}
}

func pythonText(v any) string {
	switch v := v.(type) {
	case bool:
		if v {
			return "True"
		}
		return "False"
	case string:
		return `"` + v + `"`
	}
	return fmt.Sprint(v)
}

func yamlText(v any) string {
	if s, is := v.(string); is {
		return "'" + s + "'"
	}
	return fmt.Sprint(v)
}
