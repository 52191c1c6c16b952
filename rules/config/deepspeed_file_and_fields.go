package config

import (
	"fmt"
	"strings"

	"github.com/trainlint/trainlint/analyzers/config"
	"github.com/trainlint/trainlint/fixes"
	"github.com/trainlint/trainlint/fixes/configedit"
	"github.com/trainlint/trainlint/rules"
)

// DeepSpeedFileAndFields is deepspeed-file-and-fields.
var DeepSpeedFileAndFields = &rules.Rule{
	Name:     "deepspeed-file-and-fields",
	Group:    rules.Config,
	Severity: rules.Error,
	Raises:   true,
	Page:     page("deepspeed-file-and-fields"),
	On:       rules.ConfigFile,
	Words:    []string{"deepspeed_config_file"},
	Check:    checkDeepSpeedFileAndFields,
}

// fieldsOfTheFile are what _deepspeed_config_checks refuses beside a file.
var fieldsOfTheFile = map[string]bool{
	"gradient_accumulation_steps": true, "gradient_clipping": true, "zero_stage": true, "offload_optimizer_device": true,
	"offload_param_device": true, "offload_param_nvme_path": true, "offload_optimizer_nvme_path": true,
	"zero3_save_16bit_model": true,
}

func checkDeepSpeedFileAndFields(p *rules.Pass) {
	if accelerateConfig(p) == nil {
		return
	}
	kind, section := p.Config.Get("distributed_type"), p.Config.Get("deepspeed_config")
	if kind == nil || !strings.EqualFold(kind.Text, "DEEPSPEED") || section == nil || section.Kind != config.Mapping {
		return
	}
	file := section.Find("deepspeed_config_file")
	if file == nil || file.Value.IsNull() || file.Owner() != section {
		return
	}
	var refused []*config.Entry
	for _, e := range section.Entries {
		if fieldsOfTheFile[e.Key] { // a null counts: only the key's presence is looked at
			refused = append(refused, e)
		}
	}
	if e := p.Config.Root().Find("mixed_precision"); e != nil && !e.Value.IsNull() {
		refused = append(refused, e)
	}
	if len(refused) == 0 {
		return
	}
	reportFileAndFields(p, file, refused)
}

func reportFileAndFields(p *rules.Pass, file *config.Entry, refused []*config.Entry) {
	var names []string
	var notes []rules.NotePlace
	plan := fixes.Plan{}
	for _, e := range refused {
		names = append(names, e.Key)
		notes = append(
			notes,
			rules.NotePlace{File: p.File.Path, Span: e.Span, Message: "refused beside deepspeed_config_file"},
		)
		plan = plan.And(configedit.Remove(e))
	}
	p.Report(rules.Diagnostic{
		Severity: rules.Error, File: p.File.Path, Span: file.Span,
		Message: fmt.Sprintf(
			"deepspeed_config_file: %s stands beside %s: accelerate raises before training starts; keep %s in the DeepSpeed file only",
			file.Value.Text,
			strings.Join(names, ", "),
			pronoun(len(names)),
		),
		Notes: notes,
		Fixes: plan.Fixes("remove "+strings.Join(names, ", ")+" from this file", fixes.Unsafe),
	})
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
