#!/usr/bin/env bash
# Builds trainlint for one platform: packaging/build.sh OS ARCH OUTPUT [VERSION]
# Needs a C and a C++ compiler for that platform: those that CC and CXX name, else zig's where zig is installed, which
# compiles for all of them, else the system's own.
set -euo pipefail
os=$1 arch=$2 output=$3 version=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

if [ -z "${CC:-}" ] && command -v zig >/dev/null; then
  case "$arch" in amd64) cpu=x86_64 ;; arm64) cpu=aarch64 ;; *) echo "no target for $arch" >&2; exit 2 ;; esac
  case "$os" in # 12.0 is the oldest macOS that Go runs on
    linux) target=$cpu-linux-musl ;; darwin) target=$cpu-macos.12.0 ;; windows) target=$cpu-windows-gnu ;;
    *) echo "no target for $os" >&2; exit 2 ;;
  esac
  export CC="zig cc -target $target" CXX="zig c++ -target $target"
fi

flags="-s -w"
tags=""
case "$os" in
  linux) # linked statically, one binary runs on every C library
    flags="$flags -linkmode external -extldflags -static"
    tags="netgo,osusergo"
    ;;
  darwin) # elsewhere than on a Mac the system's libraries are known by name only (packaging/macos)
    [ "$(uname -s)" = Darwin ] || flags="$flags -extldflags '-L$here/packaging/macos -F$here/packaging/macos'"
    ;;
esac
[ -z "$version" ] || flags="$flags -X main.release=$version"
cd "$here"
CGO_ENABLED=1 GOOS=$os GOARCH=$arch go build -trimpath -tags "$tags" -ldflags "$flags" -o "$output" ./cmd/trainlint
