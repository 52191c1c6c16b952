#!/usr/bin/env bash
# Builds the Python wheels: packaging/wheels.sh VERSION OUTPUT [OS/ARCH...]; all platforms when none is named. It needs Go
# and zig, which compiles C and C++ for every one of them.
set -euo pipefail
version=$1 out=$2
shift 2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for platform; do
  os=${platform%/*} arch=${platform#*/}
  "$here/packaging/build.sh" "$os" "$arch" "$work/trainlint-$os-$arch" "v$version"
  (cd "$here" && go run ./packaging/wheel -binary "$work/trainlint-$os-$arch" -version "$version" -os "$os" -arch "$arch" -out "$out")
done
