"""Builds a wheel without files that requires the package trainlint-go (PEP 517)."""

import zipfile

NAME = "trainlint_hook"
VERSION = "0"
FILES = {
    "METADATA": f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\nRequires-Dist: trainlint-go\n",
    "WHEEL": "Wheel-Version: 1.0\nGenerator: trainlint\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    wheel = f"{NAME}-{VERSION}-py3-none-any.whl"
    folder = f"{NAME}-{VERSION}.dist-info"
    with zipfile.ZipFile(f"{wheel_directory}/{wheel}", "w") as archive:
        for name, text in FILES.items():
            archive.writestr(f"{folder}/{name}", text)
        record = "".join(f"{folder}/{name},,\n" for name in [*FILES, "RECORD"])
        archive.writestr(f"{folder}/RECORD", record)
    return wheel
