"""What torch keeps for the backward pass, by version: the saved variables of its generated autograd functions.

    pip download torch==1.10.2 --no-deps --python-version 3.8 --platform manylinux1_x86_64 --only-binary=:all: -d WHEELS
    python3 estimator/oracle/kept_by_version.py WHEELS > testdata/oracle/kept_by_version.csv

reads torch/include/torch/csrc/autograd/generated/Functions.h out of every wheel of torch in a folder; nothing is imported.
"""
import pathlib
import re
import sys
import zipfile

# Operations whose functions are not the same in all versions, and the generated functions behind them.
OPERATIONS = {"relu": "ReluBackward", "softmax": "SoftmaxBackward", "log_softmax": "LogSoftmaxBackward", "softplus": "SoftplusBackward",
              "stack": "StackBackward", "mean over dimensions": "MeanBackward1", "unfold": "Im2ColBackward", "max_unpool2d": "MaxUnpool2DBackward",
              "elu": "EluBackward"}
HEADER = "torch/include/torch/csrc/autograd/generated/Functions.h"


def functions(text):
    found = {}
    for name, body in re.findall(r"struct (?:TORCH_API )?(\w+) : public (?:TraceableFunction|Node) \{(.*?)\n\};", text, re.S):
        found[name] = sorted(one or many for one, many in
                             re.findall(r"^\s*(?:SavedVariable (\w+)_;|std::vector<SavedVariable> (\w+)_;)", body, re.M))
    return found


def main(folder):
    rows = []
    for wheel in sorted(pathlib.Path(folder).glob("torch-*.whl")):
        version = wheel.name.split("-")[1]
        with zipfile.ZipFile(wheel) as whole:
            found = functions(whole.read(HEADER).decode())
        for operation, name in OPERATIONS.items():
            kept = found.get(name, found.get(name + "0"))
            if kept is not None:
                rows.append((operation, [int(part) for part in re.findall(r"\d+", version)[:3]], version, " ".join(kept)))
    print("operation,version,kept")
    for operation, _, version, kept in sorted(rows):
        print(f"{operation},{version},{kept}")


if __name__ == "__main__":
    main(sys.argv[1])
