package knowledge

import (
	"path"
	"slices"
	"strings"

	"github.com/trainlint/trainlint/analyzers/pattern"
)

// Brought is a training script or a module that a library brings: people start it from a clone or out of the installed
// package, and what its options mean is known although it is not in their project.
type Brought struct {
	// Framework is who trains, in the words of jobs; Dialect that of its options.
	Framework, Dialect string
	// Method is how it trains where no option says otherwise, "" where that is not said here.
	Method string
	// Of: one of these options is given to it and hardly to another script of that name; empty where the name tells
	// enough.
	Of []string
	// Asks is the option without which it trains nothing, or with an empty word behind it.
	Asks string
	// Evaluates is the switch with which it trains nothing.
	Evaluates string
	// Pairs: its operands are pairs, the path of a key of its config and a value.
	Pairs bool
	// Spawns: it starts processes on several cards by itself.
	Spawns bool
	// Files are options that name files in which it reads the same settings.
	Files []string
}

// broughtScript says which files are one: the end of a path, "*" for any part of a name.
type broughtScript struct {
	ends string
	Brought
}

var ofSDScripts = strings.Fields(
	"network_module config_file dataset_config train_data_dir pretrained_model_name_or_path",
)

var broughtScripts = []broughtScript{
	// kohya-ss/sd-scripts, and musubi-tuner by the same hand.
	{
		"train_network.py",
		Brought{Framework: "sd-scripts", Dialect: "kohya", Method: "lora", Of: ofSDScripts, Files: sdFiles},
	},
	{"*_train_network.py", Brought{Framework: "sd-scripts", Dialect: "kohya", Method: "lora", Files: sdFiles}},
	{
		"sdxl_train.py flux_train.py sd3_train.py",
		Brought{Framework: "sd-scripts", Dialect: "kohya", Method: "full", Of: ofSDScripts, Files: sdFiles},
	},
	{
		"train_db.py fine_tune.py *_textual_inversion.py",
		Brought{Framework: "sd-scripts", Dialect: "kohya", Of: []string{"dataset_config", "train_data_dir"}, Files: sdFiles},
	},
	// diffusers' examples.
	{
		"train_dreambooth_lora*.py train_text_to_image_lora*.py",
		Brought{Framework: "diffusers", Dialect: "diffusers", Method: "lora"},
	},
	{"train_dreambooth*.py train_text_to_image*.py", Brought{Framework: "diffusers", Dialect: "diffusers"}},
	{"train_instruct_pix2pix*.py train_controlnet*.py train_custom_diffusion.py train_unconditional.py " +
		"train_lcm_distill*.py textual_inversion*.py train_kandinsky2_2*.py",
		Brought{Framework: "diffusers", Dialect: "diffusers", Of: ofDiffusers}},
	// transformers' examples.
	{
		"run_clm.py run_mlm.py run_glue.py run_xnli.py run_qa.py run_seq2seq_qa.py run_summarization.py run_translation.py " +
			"run_ner.py run_swag.py run_speech_recognition_ctc.py run_speech_recognition_seq2seq.py " +
			"run_image_classification.py run_audio_classification.py run_semantic_segmentation.py run_object_detection.py " +
			"run_classification.py run_fim.py run_plm.py run_mae.py run_mim.py",
		Brought{Framework: "hf-trainer", Dialect: "hf-arguments", Method: "full", Asks: "do_train"},
	},
	{
		"LLaMA-Factory/src/train.py LLaMA-Factory/src/train_bash.py src/train_bash.py",
		Brought{Framework: "llama-factory", Dialect: "llama-factory", Asks: "do_train"},
	},
	{
		"src/train.py",
		Brought{
			Framework: "llama-factory",
			Dialect:   "llama-factory",
			Of:        []string{"finetuning_type", "cutoff_len"},
			Asks:      "do_train",
		},
	},
	{
		"trl/scripts/sft.py trl/scripts/dpo.py trl/scripts/grpo.py trl/scripts/kto.py trl/scripts/reward.py " +
			"trl/scripts/rloo.py trl/examples/scripts/*.py",
		Brought{Framework: "trl", Dialect: "hf-arguments", Method: "full", Of: []string{"model_name_or_path"}},
	},
	{
		"fastchat/train/train*.py llava/train/train*.py qwenvl/train/train_qwen.py",
		Brought{Framework: "hf-trainer", Dialect: "hf-arguments",
			Of: []string{"model_name_or_path"}},
	},
	// YOLOv5 and YOLOv7.
	{"yolov5/train.py yolov7/train.py", Brought{Framework: "yolov5", Dialect: "yolov5"}},
	{"train.py", Brought{Framework: "yolov5", Dialect: "yolov5", Of: []string{"hyp", "img", "weights"}}},
	// detectron2 and what is built on it.
	{
		"tools/train_net.py tools/plain_train_net.py tools/lazyconfig_train_net.py",
		Brought{Framework: "detectron2", Dialect: "detectron2", Spawns: true, Pairs: true, Of: []string{"config_file"},
			Evaluates: "eval_only", Files: []string{"config_file"}},
	},
	{
		"open_clip_train/main.py training/main.py",
		Brought{Framework: "open-clip", Dialect: "open-clip", Of: []string{"train_data"}, Asks: "train_data"},
	},
	{
		"openrlhf/cli/train_sft.py openrlhf/cli/train_dpo.py openrlhf/cli/train_kto.py openrlhf/cli/train_rm.py " +
			"openrlhf/cli/train_kd.py openrlhf/cli/train_ppo.py openrlhf/cli/train_ppo_ray.py openrlhf/cli/train_prm.py",
		Brought{Framework: "openrlhf", Dialect: "openrlhf", Spawns: true},
	},
	{
		"verl/trainer/main_ppo.py verl/trainer/fsdp_sft_trainer.py verl/trainer/sft_trainer.py recipe/dapo/main_dapo.py",
		Brought{Framework: "verl", Dialect: "verl", Spawns: true},
	},
}

var (
	sdFiles     = []string{"config_file", "dataset_config"}
	ofDiffusers = strings.Fields(
		"pretrained_model_name_or_path train_batch_size instance_data_dir train_data_dir dataset_name",
	)
)

// BroughtScript is what a path ends with that a command starts and that is not in the project; given are the options of
// the command.
func BroughtScript(p string, given []string) (Brought, bool) {
	if strings.HasSuffix(p, "_flax.py") || strings.Contains(p, "examples/flax/") ||
		strings.Contains(p, "examples/tensorflow/") {
		return Brought{}, false // the same with another framework
	}
	for _, one := range broughtScripts {
		if endsLike(p, one.ends) &&
			(len(one.Of) == 0 || slices.ContainsFunc(given, func(option string) bool {
				return slices.Contains(one.Of, option)
			})) {
			return one.Brought, one.Dialect != "yolov5" || strings.Contains(p, "yolo") || looksLikeYOLO(given)
		}
	}
	return Brought{}, false
}

// NamesOwnModels reports whether a framework's names of models are those of its own registry, in which a name that
// others have, too, is another model: open_clip's ViT-B-32 has a text tower besides.
func NamesOwnModels(framework string) bool { return framework == "open-clip" }

// IsNodePath reports whether a word is the path of a key of a yacs config, SOLVER.BASE_LR.
func IsNodePath(word string) bool { return nodePath.MatchString(word) }

var nodePath = pattern.New(`^[A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)+$`)

// looksLikeYOLO reports whether options are those of YOLOv5's train.py, which has a name that thousands have.
func looksLikeYOLO(given []string) bool {
	has := func(options ...string) bool {
		return slices.ContainsFunc(given, func(option string) bool { return slices.Contains(options, option) })
	}
	return has("data") && has("weights", "cfg") && has("img", "imgsz", "img_size")
}

// endsLike reports whether a path ends with one of some words, each as many parts of a path as it has.
func endsLike(p, words string) bool {
	parts := strings.Split(p, "/")
	return slices.ContainsFunc(strings.Fields(words), func(end string) bool {
		n := strings.Count(end, "/") + 1
		if len(parts) < n {
			return false
		}
		ok, err := path.Match(end, strings.Join(parts[len(parts)-n:], "/"))
		return ok && err == nil
	})
}
