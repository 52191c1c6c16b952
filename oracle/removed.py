"""Names that libraries have given up."""
import csv
import importlib
import importlib.metadata
import pathlib
import re
import warnings

from experiment import Experiment

FACTS = pathlib.Path(__file__).parent.parent / "analyzers" / "knowledge"

alias = Experiment("removed-name", "numpy", r"raises AttributeError: module 'numpy' has no attribute 'int'", r"^int64$", since="1.24")


@alias
def alias_bad():
    import numpy

    return numpy.zeros(2).astype(numpy.int).dtype


@alias
def alias_good():
    import numpy

    return numpy.zeros(2).astype(int).dtype


infinity = Experiment("removed-name", "numpy", r"raises AttributeError: `np.Inf` was removed in the NumPy 2.0 release", r"^inf$", since="2.0")


@infinity
def infinity_bad():
    import numpy

    return numpy.Inf


@infinity
def infinity_good():
    import numpy

    return numpy.inf


given_up = Experiment("removed-name", "numpy", r"^lacks all [1-9]\d* that are listed as gone$", r"^(\d+) of \1 stand-ins are there")


def numbers(text):
    return [int(n) for n in re.findall(r"\d+", text)[:2]]


@given_up
def given_up_bad():
    import numpy

    warnings.simplefilter("ignore")  # of what will come back
    here, gone, there = numbers(numpy.__version__), 0, []
    with (FACTS / "facts" / "numpy-names.csv").open() as file:
        for name, _, until, again, _ in list(csv.reader(file))[1:]:
            if not name or here < numbers(until) or again and here >= numbers(again):
                continue
            gone += 1
            try:
                getattr(numpy, name.removeprefix("numpy."))
                there.append(name)
            except (AttributeError, RuntimeError):  # numpy.Tester raises the other
                pass
    return f"has {there}" if there else f"lacks all {gone} that are listed as gone"


@given_up
def given_up_good():
    """What the fixes write stands beside what they replace, and is the same where both are there."""
    import numpy

    pairs = re.findall(r'^\t"numpy\.(\w+)": +"(\w+)",$', (FACTS / "gone.go").read_text().split("var renamed = ")[1], re.M)
    there = [hasattr(numpy, new) for _, new in pairs]
    both = [(getattr(numpy, old), getattr(numpy, new)) for old, new in pairs if old in dir(numpy) and hasattr(numpy, new)]
    same = sum(a is b or a != a and b != b or getattr(a, "__name__", "") in ("alltrue", "sometrue", "product", "cumproduct", "round_", "row_stack") for a, b in both)
    if same < len(both):
        return f"{len(both) - same} are others"
    return f"{sum(there)} of {len(pairs)} stand-ins are there" + (f", {same} of them are what they stand for" if both else "")


def answers(path):
    """Whether a dotted name can be imported, or asked of what can."""
    parts = path.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


def listed(module):
    """What the table of a library says is gone in the release that is installed."""
    warnings.simplefilter("ignore")  # of what will be gone
    here = numbers(importlib.metadata.version(module.replace("_", "-")))
    with (FACTS / "facts" / f"{module}-names.csv").open() as file:
        return [name for name, _, until, _, _ in list(csv.reader(file))[1:] if name and here >= numbers(until)]


def still_there(module):
    gone = listed(module)
    there = [name for name in gone if answers(name)]
    return f"has {there}" if there else f"lacks all {len(gone)} that are listed as gone"


def stand_ins(module):
    """What is said in place of names is there in the release without them."""
    gone = set(listed(module))
    pairs = re.findall(rf'"({module}\.[\w.]+)": +"({module}\.[\w.]+)', (FACTS / "gone.go").read_text())
    told = [new for old, new in pairs if gone & {old, old.rpartition(".")[0]}]
    lacking = [new for new in told if not answers(new)]
    return f"lacks {lacking}" if lacking else f"all {len(told)} stand-ins are there"


GONE = r"lacks all [1-9]\d* that are listed as gone$", r"all \d+ stand-ins are there$"
of_lightning = Experiment("removed-name", "pytorch-lightning", *GONE, since="1.1")
of_diffusers = Experiment("removed-name", "diffusers", *GONE, since="0.1")
of_datasets = Experiment("removed-name", "datasets", *GONE, since="1.1")
of_trl = Experiment("removed-name", "trl", *GONE, since="0.1")
of_torchmetrics = Experiment("removed-name", "torchmetrics", *GONE, since="0.3")
of_albumentations = Experiment("removed-name", "albumentations", *GONE, since="1.2")


@of_lightning
def of_lightning_bad():
    return still_there("pytorch_lightning")


@of_lightning
def of_lightning_good():
    return stand_ins("pytorch_lightning")


@of_diffusers
def of_diffusers_bad():
    return still_there("diffusers")


@of_diffusers
def of_diffusers_good():
    return stand_ins("diffusers")


@of_datasets
def of_datasets_bad():
    return still_there("datasets")


@of_datasets
def of_datasets_good():
    return stand_ins("datasets")


@of_trl
def of_trl_bad():
    return still_there("trl")


@of_trl
def of_trl_good():
    return stand_ins("trl")


@of_torchmetrics
def of_torchmetrics_bad():
    return still_there("torchmetrics")


@of_torchmetrics
def of_torchmetrics_good():
    return stand_ins("torchmetrics")


@of_albumentations
def of_albumentations_bad():
    return still_there("albumentations")


@of_albumentations
def of_albumentations_good():
    return stand_ins("albumentations")


removed_solver = Experiment("deprecated-symbol", "torch", r"^raises RuntimeError: .*This function was deprecated since version 1.9", r"^4\.0$")
removed_factor = Experiment("deprecated-symbol", "torch", r"^raises RuntimeError: .*This function was deprecated since version 1.9", r"^4\.0$", since="2.14")
gone_collective = Experiment("deprecated-symbol", "torch", r"^gone$", r"^there$", since="2.2")


@removed_solver
def removed_solver_bad():
    import torch

    return float(torch.solve(torch.ones(1, 1), torch.ones(1, 1))[0])


@removed_solver
def removed_solver_good():
    import torch

    return float(torch.linalg.solve(torch.ones(1, 1), 4 * torch.ones(1, 1)))


@removed_factor
def removed_factor_bad():
    import torch

    return float(torch.cholesky(16 * torch.ones(1, 1)))


@removed_factor
def removed_factor_good():
    import torch

    return float(torch.linalg.cholesky(16 * torch.ones(1, 1)))


def collective(name):
    import torch.distributed

    return "there" if hasattr(torch.distributed, name) else "gone"


@gone_collective
def gone_collective_bad():
    return collective("all_reduce_multigpu")


@gone_collective
def gone_collective_good():
    return collective("all_reduce")


spectrum = Experiment("deprecated-symbol", "torch", r"^raises RuntimeError: stft requires the return_complex parameter", r"^65x\d+x2$", since="2.0")


def transformed(**options):
    import torch

    y = torch.ones(400)
    spec = torch.stft(y, 128, window=torch.ones(128), **options)
    return "x".join(str(n) for n in (torch.view_as_real(spec) if options else spec).shape)


@spectrum
def spectrum_bad():
    return transformed()


@spectrum
def spectrum_good():
    return transformed(return_complex=True)


loader_next = Experiment("deprecated-symbol", "torch", r"^raises AttributeError: .*has no attribute 'next'", r"^\[0, 1\]$", since="1.13")


@loader_next
def loader_next_bad():
    from torch.utils.data import DataLoader

    return iter(DataLoader([0, 1, 2, 3], batch_size=2)).next().tolist()


@loader_next
def loader_next_good():
    from torch.utils.data import DataLoader

    return next(iter(DataLoader([0, 1, 2, 3], batch_size=2))).tolist()
