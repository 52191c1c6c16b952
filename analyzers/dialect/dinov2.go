package dialect

import "github.com/trainlint/trainlint/analyzers/config"

var dinov2 = &Dialect{
	Name:       "dinov2",
	Host:       config.OmegaConf,
	Signatures: []Signature{{All: []string{"student.arch"}, Any: []string{"train.batch_size_per_gpu", "teacher:map", "crops:map", "dino:map"}}, {All: []string{"train.batch_size_per_gpu"}, Any: []string{"student:map", "teacher:map", "crops:map"}}},
	Keys: []Key{
		{Path: "student.arch", Field: Model},
		{Path: "train.batch_size_per_gpu", Field: MicroBatch, read: number},
		{Path: "train.num_workers", Field: Workers, read: number},
		{Path: "crops.global_crops_size", Field: ImageSize, read: imageSize},
		{Path: "optim.base_lr", Field: LearningRate, read: number},
		{Path: "optim.epochs", Field: Epochs, read: number},
		{Path: "optim.clip_grad", Field: GradientClip, read: number},
		{Path: "train.seed", Field: Seed, read: number},
		{Path: "train.output_dir", Field: Output},
	},
}
