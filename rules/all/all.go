// Package all lists every rule.
package all

import (
	"slices"
	"strings"

	"github.com/trainlint/trainlint/rules"
	"github.com/trainlint/trainlint/rules/compat"
	"github.com/trainlint/trainlint/rules/config"
	"github.com/trainlint/trainlint/rules/core"
	"github.com/trainlint/trainlint/rules/fit"
	"github.com/trainlint/trainlint/rules/memory"
	"github.com/trainlint/trainlint/rules/speed"
	"github.com/trainlint/trainlint/rules/training"
)

// Rules returns every rule, sorted by name. A rule that is not listed here does
// not exist: nothing registers itself.
func Rules() []*rules.Rule {
	list := []*rules.Rule{
		// compat
		compat.DeprecatedAutocast,
		compat.DeprecatedCustomFwd,
		compat.DeprecatedGradScaler,
		compat.DeprecatedSymbol,
		compat.HFRenamedArgument,
		compat.NumberIndexed,
		compat.OutdatedOverride,
		compat.RemovedHook,
		compat.RemovedName,
		compat.UnknownArgument,
		compat.WholeModuleLoad,
		// config
		config.AccelerateUnknownKey,
		config.AccumulationConflict,
		config.BatchArithmetic,
		config.CheckpointingKeyIgnored,
		config.DeepSpeedArgumentsMismatch,
		config.DeepSpeedFileAndFields,
		config.DuplicateKey,
		config.DeviceMapDistributed,
		config.EpochsIgnored,
		config.FP16OverflowModel,
		config.FSDPDoubleCheckpointing,
		config.HFArgumentsFatal,
		config.DeepSpeedBothPrecisions,
		config.MissingConfigFile,
		config.OffloadBelowStage3,
		config.ParallelDegrees,
		config.PrecisionConflict,
		config.PromptFillsLength,
		config.UnknownKey,
		config.UnreadKey,
		config.UseCacheTraining,
		config.ZeRO3SaveGather,
		config.YAMLBooleanWord,
		config.YAMLFloatString,
		// fit
		fit.BF16Unsupported,
		fit.DefaultDtypeFP32,
		fit.EffectiveBatchChanged,
		fit.ExceedsGPUMemory,
		fit.FP32FullFinetune,
		fit.QLoRAUnprepared,
		fit.QuantizedFullFinetune,
		fit.TensorDominates,
		// memory
		memory.AllocConfInvalid,
		memory.AllocConfTooLate,
		memory.BackwardCreateGraph,
		memory.CheckpointDictKept,
		memory.CheckpointingInEvalMode,
		memory.EvalLogitsOnGPU,
		memory.EvalWithoutNoGrad,
		memory.GraphAccumulated,
		memory.GraphKeptOnModule,
		memory.LoadWithoutMapLocation,
		memory.MicroBatchesSummed,
		memory.OOMRetryInHandler,
		memory.RNNStateNotDetached,
		memory.RetainGraph,
		memory.RetainGraphRedundant,
		memory.TeacherWithGradients,
		// speed
		speed.CUDAInWorker,
		speed.CUDASynchronizeInLoop,
		speed.DataloaderOptions,
		speed.DataloaderWorkers,
		speed.DebugLeftOn,
		speed.EmptyCacheInLoop,
		speed.GeneratorNotDetached,
		speed.HostThenDevice,
		speed.PinMemory,
		speed.PrefetchFactor,
		speed.SyncInStep,
		// training
		training.AccumulationNotScaled,
		training.AmpClipBeforeUnscale,
		training.AmpFp16WeightsWithScaler,
		training.AmpMissingUpdate,
		training.AmpScalerWithBf16,
		training.AmpStepBypassesScaler,
		training.AugmentedEvaluation,
		training.BackwardBypassesAccelerator,
		training.BCEMismatch,
		training.BestWeightsAliased,
		training.BCEUnderAutocast,
		training.CheckpointFlagUnused,
		training.CheckpointFrozenInput,
		training.CheckpointLateBinding,
		training.CheckpointReentrantUnset,
		training.ClipMisplaced,
		training.ClipNotGated,
		training.CycledLoader,
		training.DDPBypassed,
		training.DDPWithoutSampler,
		training.DoubleSoftmax,
		training.DropoutIgnoresMode,
		training.EvalModeSticks,
		training.EvaluationInTrainMode,
		training.FP16ScalerWithBF16Weights,
		training.GlobalStepInInnerLoop,
		training.GradientsLeftOver,
		training.LayerMadeInForward,
		training.LossDividedTwice,
		training.LossRewrapped,
		training.MethodNotCalled,
		training.MisplacedArgument,
		training.MissingSuperInit,
		training.MissingZeroGrad,
		training.MonitorMode,
		training.NLLMismatch,
		training.NonblockingToCPU,
		training.BatchesThrownAway,
		training.OptimizerMadeAnew,
		training.OptimizerNeverSteps,
		training.ParametersGeneratorReused,
		training.ParametersNotOptimized,
		training.ReplacedNotOptimized,
		training.RequiresGradTypo,
		training.ResultDropped,
		training.SamplerSetEpoch,
		training.SchedulerBeforeOptimizer,
		training.SchedulerNotGated,
		training.SchedulerLength,
		training.ShapeMismatch,
		training.StaleScheduler,
		training.StepWithoutGradients,
		training.UnfrozenNotOptimized,
		training.UnregisteredLayers,
		training.UnregisteredParameter,
		training.UnscaleNotGated,
		training.WeightsChangedBeforeBackward,
		training.ZeroGradBeforeStep,
		training.ZeroGradKillsAccumulation,
	}
	list = append(list, core.Rules()...)
	slices.SortFunc(list, func(a, b *rules.Rule) int { return strings.Compare(a.Name, b.Name) })
	return list
}
