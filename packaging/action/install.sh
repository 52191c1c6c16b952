#!/usr/bin/env bash
# Puts a trainlint binary into the folder $1: the release $TRAINLINT_VERSION, checked
# against its checksums, or a build of this checkout when the version is "source".
set -euo pipefail
to=$1
version=${TRAINLINT_VERSION:-source}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$to"

if [ "$version" = source ]; then
  command -v go >/dev/null || { echo "trainlint: version 'source' needs Go: add actions/setup-go before this step" >&2; exit 2; }
  cd "$here" && CGO_ENABLED=1 go build -trimpath -o "$to/trainlint" ./cmd/trainlint
  exit
fi
if ! [[ $version =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]; then
  echo "trainlint: the input version is 'source' or a release such as v0.1.0" >&2
  exit 2
fi

case "$(uname -s)" in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  MINGW* | MSYS* | CYGWIN*) os=windows ;;
  *) echo "trainlint: no release for $(uname -s)" >&2; exit 2 ;;
esac
case "$(uname -m)" in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) echo "trainlint: no release for $(uname -m)" >&2; exit 2 ;;
esac
archive=trainlint_${os}_${arch}.tar.gz
[ "$os" != windows ] || archive=trainlint_${os}_${arch}.zip

from=${TRAINLINT_RELEASES:-https://github.com/trainlint/trainlint/releases/download}/$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
curl --fail --silent --show-error --location --retry 3 -o "$work/$archive" "$from/$archive"
curl --fail --silent --show-error --location --retry 3 -o "$work/SHA256SUMS" "$from/SHA256SUMS"
cd "$work"
grep " [ *]\{0,1\}$archive\$" SHA256SUMS >wanted || { echo "trainlint: $archive is not among the checksums of $version" >&2; exit 2; }
if command -v sha256sum >/dev/null; then sha256sum --check --quiet wanted; else shasum -a 256 --check --quiet wanted; fi
if [ "$os" = windows ]; then unzip -q "$archive"; else tar -xzf "$archive"; fi
for binary in trainlint trainlint.exe; do
  [ ! -f "$binary" ] || { mv "$binary" "$to/" && exit; }
done
echo "trainlint: $archive holds no trainlint" >&2
exit 2
