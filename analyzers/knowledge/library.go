package knowledge

// libraries are packages that are known by their documentation; in their own repositories, too, a script that imports
// them is not read with their source.
var libraries = set(`torch torchvision torchaudio transformers diffusers accelerate trl peft datasets numpy bitsandbytes
	deepspeed lightning pytorch_lightning timm yaml json os sys argparse omegaconf hydra wandb tqdm axolotl llamafactory
	torchtune litgpt mmengine sentence_transformers unsloth typing math`)

// IsLibrary reports whether a top-level package is known by its documentation.
func IsLibrary(root string) bool { return libraries[root] }
