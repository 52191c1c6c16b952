package compat

// instead is what to do about arguments that are gone, by library, class and name; the releases are those of
// knowledge.TakenBy.
var instead = map[string]string{
	"accelerate.Accelerator.logging_dir":                       "it is project_dir now",
	"pytorch-lightning.ModelCheckpoint.filepath":               "use dirpath and filename",
	"pytorch-lightning.Trainer.fit.train_dataloader":           "it is train_dataloaders now",
	"pytorch-lightning.Trainer.test.test_dataloaders":          "it is dataloaders now",
	"pytorch-lightning.Trainer.validate.val_dataloaders":       "it is dataloaders now",
	"pytorch-lightning.Trainer.gpus":                           `use accelerator="gpu" and devices=`,
	"pytorch-lightning.Trainer.tpu_cores":                      `use accelerator="tpu" and devices=`,
	"pytorch-lightning.Trainer.ipus":                           `use accelerator="ipu" and devices=`,
	"pytorch-lightning.Trainer.num_processes":                  `use accelerator="cpu" and devices=`,
	"pytorch-lightning.Trainer.auto_select_gpus":               `devices="auto" takes all of them`,
	"pytorch-lightning.Trainer.distributed_backend":            "it is strategy now",
	"pytorch-lightning.Trainer.checkpoint_callback":            "it is enable_checkpointing now",
	"pytorch-lightning.Trainer.replace_sampler_ddp":            "it is use_distributed_sampler now",
	"pytorch-lightning.Trainer.weights_summary":                "use enable_model_summary or the callback ModelSummary",
	"pytorch-lightning.Trainer.progress_bar_refresh_rate":      "use enable_progress_bar or the callback TQDMProgressBar",
	"pytorch-lightning.Trainer.resume_from_checkpoint":         "give ckpt_path to trainer.fit",
	"pytorch-lightning.Trainer.auto_lr_find":                   "use Tuner(trainer).lr_find(model)",
	"pytorch-lightning.Trainer.auto_scale_batch_size":          "use Tuner(trainer).scale_batch_size(model)",
	"pytorch-lightning.Trainer.amp_backend":                    "only torch.amp is left, drop it",
	"pytorch-lightning.Trainer.amp_level":                      "it was for apex, drop it",
	"pytorch-lightning.Trainer.reload_dataloaders_every_epoch": "use reload_dataloaders_every_n_epochs",
	"pytorch-lightning.Trainer.log_gpu_memory":                 "use the callback DeviceStatsMonitor",
	"pytorch-lightning.Trainer.terminate_on_nan":               "detect_anomaly=True finds NaN, and slows the run",
	"pytorch-lightning.Trainer.stochastic_weight_avg":          "use the callback StochasticWeightAveraging",
	"pytorch-lightning.Trainer.track_grad_norm":                "log lightning.pytorch.utilities.grad_norm in on_before_optimizer_step",
	"pytorch-lightning.Trainer.weights_save_path":              "give ModelCheckpoint a dirpath",
	"pytorch-lightning.Trainer.multiple_trainloader_mode":      "put the loaders into a CombinedLoader with that mode",
	"pytorch-lightning.Trainer.automatic_optimization":         "set self.automatic_optimization in the LightningModule",
}
